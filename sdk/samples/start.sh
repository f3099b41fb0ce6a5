#!/bin/sh
set -eu

# sample
curl -sS "$LINTEL_URL/verify/start" \
  -H "x-tenant-api-key: $LINTEL_API_KEY" \
  -H "content-type: application/json" \
  -d '{ "minimumAge": 18, "callback_url": "https://shop.example/age-checked" }'
# end
