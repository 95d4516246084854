"""Proofs that nothing is lost, nothing leaks and nobody waits, on the real parts at any scale."""
