#!/bin/sh
set -eu

# sample
# Prints the body, then the status. Decide by "code", and quote "requestId" when you ask for help.
curl -sS -w '\n%{http_code}\n' "$LINTEL_URL/verify/status?verificationId=ver_unknown" \
  -H "x-tenant-api-key: $LINTEL_API_KEY"
# end
