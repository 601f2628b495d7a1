"""What the results of chapter 8 show: a function for each finding."""
