#!/bin/sh
set -eu

# sample
# With after= and the last nextCursor, all events since then: none is ever skipped.
curl -sS "$LINTEL_URL/verify/events?verificationId=$VERIFICATION_ID" \
  -H "x-tenant-api-key: $LINTEL_API_KEY"
# end
