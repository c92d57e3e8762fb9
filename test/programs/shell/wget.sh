wget -q --start-pos=0 -O whole.png "$OFFPRINT_FILE"
head -c 1000 whole.png > picture.png
wget -q -c -O picture.png "$OFFPRINT_FILE"
cmp whole.png picture.png
