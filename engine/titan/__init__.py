"""Titan: rules, figures and what each viewer may know."""
