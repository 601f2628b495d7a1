"""What pages show of data: plots, heat maps, tables, images, source code, all
in one look. Knows no model.
"""
