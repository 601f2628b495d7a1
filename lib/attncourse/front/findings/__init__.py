"""What all chapters show together: a function for each finding."""
