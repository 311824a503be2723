"""Device bugs that users reported in public, each as a program of the project's own words, and repaired."""
