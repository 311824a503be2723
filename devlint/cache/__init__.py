"""The cache: results and scouted files of earlier runs, kept in a folder of the user."""
