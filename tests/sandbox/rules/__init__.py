"""Tests of the sandbox's rules, one table of faults for each kind of body."""
