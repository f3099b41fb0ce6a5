#!/bin/sh
set -eu

# sample
curl -sS "$LINTEL_URL/verify/redact" \
  -H "x-tenant-api-key: $LINTEL_API_KEY" \
  -H "content-type: application/json" \
  -d "{ \"verificationId\": \"$VERIFICATION_ID\" }"
# end
