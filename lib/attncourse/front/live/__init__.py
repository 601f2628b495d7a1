"""The live figures of the pages around the chapters."""
