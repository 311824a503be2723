"""Recall on planted bugs: working code of others, with one device bug put into it at a time."""
