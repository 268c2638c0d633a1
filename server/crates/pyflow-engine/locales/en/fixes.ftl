### Titles and assumptions of quick fixes.
