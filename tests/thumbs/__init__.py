"""Whole games played by people who only press what their panels offer; taps and hand-offs are counted."""
