"""What Python brings along: its builtin functions, the methods of its containers, dataclasses."""
