#!/bin/sh
set -eu

# sample
# The public keys, for a JWT library of your choice: ES256 only, issuer and audience checked.
curl -sS "$LINTEL_URL/.well-known/jwks.json"
# end
