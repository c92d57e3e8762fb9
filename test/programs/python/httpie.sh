http --check-status --ignore-stdin -A bearer -a "$OFFPRINT_API_KEY" \
  POST "$OFFPRINT_URL/api/generate?wait=60" modelKey=embedded-image prompt='a lighthouse' resolution:=512 > state.json
link=$(python -c 'import json; print(json.load(open("state.json"))["outputUrl"])')
http --check-status --ignore-stdin --download --output picture.png "$link"
