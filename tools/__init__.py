"""What makes, serves and checks the site. Nothing in here is part of it."""
