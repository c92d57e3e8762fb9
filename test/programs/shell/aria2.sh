aria2c --quiet --split 4 --min-split-size 1M --max-connection-per-server 4 --out picture.png "$OFFPRINT_FILE"
