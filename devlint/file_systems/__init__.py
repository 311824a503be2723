"""Where files are read: on the disk, or in what takes its place.

    base        the interface, and the disk
    overlay     texts over other files: an editor's unsaved ones
    tree        a tree of files by their names, of which the next two are made
    revision    a revision of a git repository, without a checkout
    archive     a wheel, a zip or a tar file, without unpacking it
    mounts      other files, and trees in the place of some of them
"""
