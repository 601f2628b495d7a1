"""The drawings of chapter 4."""
