"""DEV106: its page and its check are in ``rule``, what mends a finding is in ``repair``."""
