"""Recall on real device bugs: in the release with the bug a fitting rule speaks there, in the repaired one it is silent."""
