"""Repairs: the remedies of findings carried out in the lossless tree of LibCST, and proved by a new lint.

    run ── passes ── stretches ── tree ── nodes           run ── contents ── cells, replacement

Nothing here is imported before a repair is wanted; only ``tree`` and ``nodes`` import LibCST.
"""
