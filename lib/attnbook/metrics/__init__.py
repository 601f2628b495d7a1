"""How good a translation, a prediction or an alignment is. Importing one figure
imports nothing of the others.
"""
