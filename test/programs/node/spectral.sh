curl -sSf -o openapi.json "$OFFPRINT_URL/api/openapi.json"
echo 'extends: spectral:oas' > .spectral.yaml
"$1/node_modules/.bin/spectral" lint openapi.json --fail-severity warn
