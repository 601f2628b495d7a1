"""What the results of chapter 9 show: a function for each finding."""
