"""Attention and Transformers: an executable course."""
