"""The drawings of chapter 5."""
