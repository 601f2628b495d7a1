"""What the results of chapter 5 show: a function for each finding."""
