"""Pages: the output format ``html``, which stands by itself, and what it shares with other pages: lanes of devices."""
