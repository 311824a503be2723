"""Which functions and classes of libraries are used with tensors and modules, how often, and which devlint knows.

``calls`` finds them in one file, and the command counts them.
"""
