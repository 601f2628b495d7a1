"""The drawings of chapter 9."""
