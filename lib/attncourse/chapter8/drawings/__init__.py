"""The drawings of chapter 8."""
