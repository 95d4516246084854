"""`python -m host`: open, play and look at tables from a shell, without Discord."""

import sys

from host.cli import main

sys.exit(main())
