"""What the results of chapter 4 show: a function for each finding."""
