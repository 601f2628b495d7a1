"""What instructors need: student editions without solutions, and proof that no
solution got out.
"""
