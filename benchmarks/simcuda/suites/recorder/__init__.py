"""What runs in the process of a suite."""
