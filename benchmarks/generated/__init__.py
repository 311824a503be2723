"""The commonest mistake, under every way to choose a device: generated programs, each with its repaired twin."""
