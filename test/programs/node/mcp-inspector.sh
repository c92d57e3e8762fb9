"$1/node_modules/.bin/mcp-inspector" --cli -e OFFPRINT_URL="$OFFPRINT_URL" -e OFFPRINT_API_KEY="$OFFPRINT_API_KEY" \
  node "$OFFPRINT_MCP" --method tools/call --tool-name generate \
  --tool-arg modelKey=embedded-image --tool-arg 'input={"prompt":"a lighthouse","resolution":512}'
