# Prism as a proxy refuses what the description does not allow; the caller meets Prism alone.
curl -sSf -o openapi.json "$OFFPRINT_URL/api/openapi.json"
"$1/node_modules/.bin/prism" proxy openapi.json "$OFFPRINT_URL" --errors --port 4010 >prism.log 2>&1 &
prism=$!
trap 'kill $prism' EXIT
curl -sS --retry 30 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:4010/api/models"
curl -sSf --json '{"model": "gpt-image-1", "prompt": "a lighthouse", "size": "1024x1024"}' \
  -H "Authorization: Bearer $OFFPRINT_API_KEY" -o answer.json http://127.0.0.1:4010/v1/images/generations || { cat answer.json prism.log; exit 1; }
node -e "const { data } = JSON.parse(fs.readFileSync('answer.json')); fs.writeFileSync('picture.png', Buffer.from(data[0].b64_json, 'base64'))"
