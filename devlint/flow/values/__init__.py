"""Values, what is known of them on each path, and the state that holds them."""
