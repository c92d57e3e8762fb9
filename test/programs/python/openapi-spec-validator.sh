curl -sSf -o openapi.json "$OFFPRINT_URL/api/openapi.json"
openapi-spec-validator openapi.json
