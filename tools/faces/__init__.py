"""The artwork of the cards, drawn by arithmetic: no font, no bitmap, no chance."""
