"""What tests, proofs and benchmarks share: tables to play, people who press, rules to check."""

import os

SCALE = max(1, int(os.environ.get("SCALE", "1")))  # multiplies how many cases are tried
