#!/bin/sh
set -eu

# sample
curl -sS "$LINTEL_URL/tokens/validate" \
  -H "x-tenant-api-key: $LINTEL_API_KEY" \
  -H "content-type: application/json" \
  -d "{ \"token\": \"$TOKEN\" }"
# end
