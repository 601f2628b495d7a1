"""What the results of chapter 10 show: a function for each finding."""
