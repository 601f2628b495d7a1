"""What the results of chapter 1 show: a function for each finding."""
