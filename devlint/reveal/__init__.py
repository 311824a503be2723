"""``devlint reveal``: the devices of the expressions of some lines, and the reasons for silence there."""
