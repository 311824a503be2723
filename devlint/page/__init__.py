"""The output format ``html``: one page that stands by itself, with findings, source and lanes of devices."""
