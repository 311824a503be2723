"""What mends a finding: the devices that are in scope at a place, and what code may stand there."""
