curl -sSf -H "Authorization: Bearer $OFFPRINT_METRICS_TOKEN" "$OFFPRINT_URL/metrics" | promtool check metrics
