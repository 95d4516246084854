"""`python -m host`: tables opened, played and looked at from a shell, with no Discord."""

import sys

from host.cli import main

sys.exit(main())
