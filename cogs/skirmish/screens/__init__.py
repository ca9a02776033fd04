"""The screens of the skirmish's private panel, a module for each step, and the menus of orders given ahead."""
