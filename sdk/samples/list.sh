#!/bin/sh
set -eu

# sample
curl -sS "$LINTEL_URL/verify/list?status=completed&limit=20" \
  -H "x-tenant-api-key: $LINTEL_API_KEY"
# end
