"""The drawings of chapter 2."""
