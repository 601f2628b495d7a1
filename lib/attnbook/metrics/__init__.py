"""How good a translation, a prediction or an alignment is: one file for each kind of answer."""
