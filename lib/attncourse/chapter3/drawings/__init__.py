"""The drawings of chapter 3."""
