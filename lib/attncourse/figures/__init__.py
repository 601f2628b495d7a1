"""What the chapters put before the reader: figures, live figures and the
library's own source. Knows no model.
"""
