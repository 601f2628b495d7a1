"""Data: fetched or generated, as sentences, tokens, batches."""
