"""What the results of chapter 6 show: a function for each finding."""
