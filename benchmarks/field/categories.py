"""Which rules fit which category of bug: a report by another rule on the same line is not counted as having found it.

A rule fits when its message would send the reader to the cause. An empty set says that no rule stands for the
category yet. Codes that are off by default stand here too; they cannot score until they are on.
"""

from __future__ import annotations

FITTING: dict[str, frozenset[str]] = {
    category: frozenset(f"DEV{number}" for number in numbers.split())
    for category, numbers in {
        "accelerator-assumption": "207 701 702",
        "autocast-device-type": "204 207 704",
        "bare-cuda-index": "101 201 202 207 502",
        "buffer-not-registered": "101 102 302 315",
        "cache-key-missing-device": "315",
        "checkpoint-map-location": "301 310 501 502",
        "checkpoint-state-device": "101 308 501 502",
        "collective-cpu-tensor": "504",
        "default-device-assumption": "107 402",
        "default-device-ignored": "402",
        "device-arg-not-forwarded": "102 201 209 310",
        "device-index-falsy": "206",
        "device-index-mismatch": "201 202 203 204 206 208 502",
        "device-string-handling": "203 204",
        "factory-default-cpu": "101 102 104 109 110 209",
        "generator-device": "401 402 404",
        "hardcoded-device": "201 202 207 209 701",
        "inconsistent-cpu-transfer": "101 103 113",
        "index-tensor-device": "101 102 104",
        "legacy-constructor-device": "102 108 201 204",
        "missing-set-device": "201 202 208 502",
        "missing-to-device": "101 102 103 104 105",
        "model-parallel-device": "101 103 104 202",
        "module-added-after-to": "301 310 313",
        "module-list-python-container": "303 314",
        "module-not-moved": "301 309 310",
        "non-blocking-race": "505",
        "numpy-on-cuda": "107",
        "optimizer-before-move": "308",
        "optimizer-state-device": "308",
        "param-identity-lost": "304 305 306 307 312",
        "param-nonleaf-after-to": "305",
        "pickled-cuda-tensor": "501",
        "pin-memory-no-cuda": "108",
        "plain-object-tensor-attr": "101 102 302",
        "rng-sampler-device": "101 102 401",
        "rng-state-device": "403",
        "shared-tensor-multi-gpu": "502 503",
        "state-object-left-behind": "101 103 302",
        "tied-weights-lost": "306 307",
        "to-override-bypassed": "311",
        "to-result-discarded": "106",
        "type-string-cast": "201 703",
        "wrapper-before-move": "301 310",
        "wrong-device-source": "101 103 104 111 202",
    }.items()
}
