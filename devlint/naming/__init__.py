"""Guesses from names: what an identifier suggests that it holds or does, for want of anything better to go by.

    is_called_device("self.device")      looks_like_count("cu_seqlens")      saves("save_on_master")

Every regular expression that is applied to an identifier lives here, in a module for what it guesses, as a predicate
whose docstring gives the case that made it. Before a new guess is added, look for one that asks the same. The room
imports nothing but the standard library. ``is_called_`` asks for the name of the thing itself, ``speaks_of_`` for a
name that has to do with it.
"""
