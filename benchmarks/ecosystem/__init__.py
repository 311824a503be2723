"""Alarms that devlint raises on the newest releases of mature torch packages."""
