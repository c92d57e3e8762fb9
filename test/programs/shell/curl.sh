state=$(curl -sSf "$OFFPRINT_URL/api/generate?wait=60" -H "Authorization: Bearer $OFFPRINT_API_KEY" \
  --json '{"modelKey": "embedded-image", "prompt": "a lighthouse", "resolution": 512}')
link=$(echo "$state" | sed 's/.*"outputUrl":"\([^"]*\)".*/\1/')
curl -sSf -r 0-999 -o picture.png "$link"
curl -sSf -C - -o picture.png "$link"
