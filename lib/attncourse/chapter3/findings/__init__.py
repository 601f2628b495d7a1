"""What the results of chapter 3 show: a function for each finding."""
