def split(name): raise ValueError
