"""The screens of Titan's private panel, a module for each phase, and the menus for orders ahead."""
