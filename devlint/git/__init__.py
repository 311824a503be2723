"""What a git repository holds, read as data.

    repository = Repository.of("/home/me/project/src")
    tree = repository.tree(repository.commit("origin/main"))
    repository.objects.read(file(repository.objects, tree, "net.py").name, "blob")

No program is started and nothing is fetched. Of the configuration only the hash of the objects and the format of the
references are read, and no environment variable counts. All of a repository may come from an attacker: files are opened
only if they are regular, each object is compared with its name, and sizes, depths and counts have limits. dulwich
(1.2.21) promises none of this: it waits for ever on a pipe in the place of ``objects/info/alternates``.
"""
