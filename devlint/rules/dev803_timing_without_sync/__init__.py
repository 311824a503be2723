"""Times of GPU work that are taken before it is done."""
