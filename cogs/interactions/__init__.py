"""Answering a person: who may ask, what is offered while they type, and what goes back to Discord."""
