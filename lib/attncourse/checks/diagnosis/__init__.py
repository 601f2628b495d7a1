"""What is said of a wrong answer: what is right, the symptom in its own
numbers, the step; on request what is done otherwise there.
"""
