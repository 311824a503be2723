"""What devlint adds to a flake8 run, against flake8 alone, TorchFix and a bare ``ast.parse``."""
