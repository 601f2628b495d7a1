"""What live figures are, and the front end that they share."""
