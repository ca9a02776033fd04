"""The screens of skirmish's private panel, a module for each step, and the menus for orders ahead."""
