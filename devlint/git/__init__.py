"""What a git repository holds, read by dulwich as data.

    repository = Repository.of("/home/me/project/src")
    repository.objects.read(files(repository.objects, repository.tree("9bb8b1f…"))["net.py"].name, "blob")

No program is started and nothing is fetched. Of the configuration only the hash of the objects and the format of the
references are read, and no environment variable counts, which is why ``dulwich.repo.Repo`` is not used. All of a
repository may come from an attacker: files are opened here and only if they are regular, each object is compared with
its name, and sizes, depths and counts have limits. ``location.py`` and ``index.py`` are for every run: they import no
dulwich, which takes more than 20 ms.
"""
