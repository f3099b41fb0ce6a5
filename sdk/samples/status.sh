#!/bin/sh
set -eu

# sample
curl -sS "$LINTEL_URL/verify/status?verificationId=$VERIFICATION_ID" \
  -H "x-tenant-api-key: $LINTEL_API_KEY"
# end
