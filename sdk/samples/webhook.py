import os

# sample
from lintel import WebhookVerificationError, webhooks
# end

body = os.environ.get("BODY", "")
signature = os.environ.get("SIGNATURE", "")

# sample
# body: the raw request body. signature: the header X-Service-Signature.
try:
    event = webhooks.verify(body, signature)  # reads LINTEL_WEBHOOK_SECRET
    print(event["event"])  # answer 200, then do what the event asks for
except WebhookVerificationError:
    print("refused")  # answer 401
# end
