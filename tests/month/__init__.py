"""A month of many games at once, lived by people of all hours on a simulated Discord: `python -m tests.month`."""
