"""What the results of chapter 2 show: a function for each finding."""
