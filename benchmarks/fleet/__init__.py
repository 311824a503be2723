"""What `devlint fleet` finds in a table of releases, against `devlint check` on folders, and what it takes."""
