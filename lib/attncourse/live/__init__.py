"""Figures that a reader changes: one file each here, one folder each in
`show/frontend`.
"""
