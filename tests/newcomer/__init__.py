"""The first session of somebody new, on a simulated Discord: presses, posts, pictures and words are counted."""
