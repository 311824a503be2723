"""Files, configurations and processes that nobody may rely on."""
