"""What every other package stands on: diagnostics, errors, records, sessions, files that are replaced in one step."""
