"""A webhook receiver in Flask. LINTEL_WEBHOOK_SECRET=whsec_… flask --app flask_receiver run --port 4000"""

from flask import Flask, request

import lintel
from lintel import webhooks

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 64 * 1024  # a longer body gets 413: anyone can send anything to a webhook
seen = set()  # use your database: a webhook may arrive twice


@app.post("/hooks/age")
def age_webhook():
    try:
        event = webhooks.verify(request.get_data(), request.headers.get("X-Service-Signature"))
    except lintel.WebhookVerificationError as error:
        return error.reason, 401
    key = event["request_id"] + event["event"]
    if key not in seen:
        seen.add(key)
        print(event["event"], event["metadata"], flush=True)
    return "", 204
