#!/bin/sh
set -eu

# sample
# SIGNATURE is the header X-Service-Signature, BODY the body exactly as it arrived.
time=${SIGNATURE#t=}
time=${time%%,*}
expected=$(printf '%s.%s' "$time" "$BODY" | openssl dgst -sha256 -hmac "$LINTEL_WEBHOOK_SECRET" | sed 's/.* //')

case ",$SIGNATURE," in
  *",v1=$expected,"*) echo "genuine; refuse it if $time is more than five minutes ago" ;;
  *) echo "refused" ;;
esac
# end
