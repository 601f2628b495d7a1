"""Training: a loop that can be killed and goes on, a loss, a schedule,
checkpoints. It knows no model.
"""
