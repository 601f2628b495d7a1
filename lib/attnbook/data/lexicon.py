"""The words of `phrases`: English, and the French that translates them."""

NOUNS = {  # singular, plural, gender
    "dog": ("dogs", "chien", "chiens", "m"),
    "cat": ("cats", "chat", "chats", "m"),
    "bird": ("birds", "oiseau", "oiseaux", "m"),
    "child": ("children", "enfant", "enfants", "m"),
    "boy": ("boys", "garçon", "garçons", "m"),
    "girl": ("girls", "fille", "filles", "f"),
    "woman": ("women", "femme", "femmes", "f"),
    "tree": ("trees", "arbre", "arbres", "m"),
    "house": ("houses", "maison", "maisons", "f"),
    "car": ("cars", "voiture", "voitures", "f"),
    "apple": ("apples", "pomme", "pommes", "f"),
    "book": ("books", "livre", "livres", "m"),
}
# what can be a subject
ANIMATE = ("dog", "cat", "bird", "child", "boy", "girl", "woman")
AFTER = {  # adjectives that follow the noun: masculine, feminine
    "black": ("noir", "noire"),
    "white": ("blanc", "blanche"),
    "green": ("vert", "verte"),
    "red": ("rouge", "rouge"),
    "calm": ("calme", "calme"),
}
BEFORE = {
    "small": ("petit", "petite"),
    "big": ("grand", "grande"),
    "young": ("jeune", "jeune"),
}
NUMBERS = {
    "two": "deux",
    "three": "trois",
    "four": "quatre",
    "five": "cinq",
    "six": "six",
}
PLACES = {
    ("in", "front", "of"): "devant",
    ("behind",): "derrière",
    ("with",): "avec",
    ("for",): "pour",
}
INTRANSITIVE = {
    "sleep": ("dort", "dorment"),
    "run": ("court", "courent"),
    "sing": ("chante", "chantent"),
}
TRANSITIVE = {
    "see": ("voit", "voient"),
    "follow": ("suit", "suivent"),
    "love": ("aime", "aiment"),
    "look for": ("cherche", "cherchent"),
}
