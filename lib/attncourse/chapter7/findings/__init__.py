"""What the results of chapter 7 show: a function for each finding."""
