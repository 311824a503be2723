"""Bugs that devlint found in current releases, each with a program in which the released package fails.

    python -m benchmarks.findings                    # run all of them in this environment
    python -m benchmarks.findings --list             # what they are, and what to install
    python -m benchmarks.findings.pyro_ppl_eig_3d    # one: 0 confirmed, 1 not confirmed, 2 package not installed

A program runs twice: on the CPU, where it has to work, and on simulated GPUs, where the package has to fail in the
file and with the words that the finding names. The page made of them is docs/findings.md.
"""
