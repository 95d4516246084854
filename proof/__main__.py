"""`python -m proof` runs all proofs at full scale, two at a time; any options of pytest may follow.

`-k kill` runs one of them, `--seconds 60` makes each shorter, `--lf` runs again what has failed.
"""

import sys

import pytest

TESTS = "tests/proof/test_proofs.py"
TWO = ("-n", "2", "--dist", "load", "--maxschedchunk", "1")  # each takes the next one that waits
WORDS = ("-p", "proof.report", "--assert=plain", "--whole", *TWO, "-s", "-v", TESTS)

if __name__ == "__main__":
    sys.exit(pytest.main([*WORDS, *sys.argv[1:]]))
