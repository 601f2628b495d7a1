"""The drawings of chapter 7."""
