"""Bugs that devlint found in current releases, each with a program in which the released package fails.

    python -m benchmarks.findings                    # run all of them in this environment
    python -m benchmarks.findings --list             # what they are, and what to install
    python -m benchmarks.findings pyro_ppl_eig_3d    # one: 1 if it is not confirmed

A program runs twice: on the CPU, where it has to work, and on simulated GPUs, where the package has to fail in the
file and with the words that the finding names. findings.jsonl holds what is said of each, programs/ a function of its
name. The page made of them is docs/findings.md.
"""
