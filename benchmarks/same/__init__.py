"""Whether two revisions of devlint find the same: code, place and text of every finding, all rules on."""
