#!/bin/sh
set -eu

# sample
status=pending
while [ "$status" = pending ] || [ "$status" = in_progress ]; do
  sleep 2
  answer=$(curl -sS "$LINTEL_URL/verify/status?verificationId=$VERIFICATION_ID" \
    -H "x-tenant-api-key: $LINTEL_API_KEY")
  status=$(printf '%s' "$answer" | sed -n 's/.*"status":"\([a-z_]*\)".*/\1/p')
done
printf '%s\n' "$answer"
# end
