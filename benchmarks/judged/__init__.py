"""Alarms and repairs of devlint that people have read and judged."""
