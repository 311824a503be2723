"""Which tool finds which common device bug."""
