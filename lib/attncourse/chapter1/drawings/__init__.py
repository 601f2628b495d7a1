"""The drawings of chapter 1."""
