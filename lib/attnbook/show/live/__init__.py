"""Figures that a reader changes: one file each here, one module each in
`show/frontend`.
"""
