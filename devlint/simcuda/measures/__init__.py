"""What a run would cost on a GPU, which is waits, copies and memory, and what it could not repeat there."""
