gallery-dl --quiet --directory . --filename picture.png "$OFFPRINT_FILE"
