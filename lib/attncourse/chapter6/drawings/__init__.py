"""The drawings of chapter 6."""
