from flask import Flask, redirect, request

import lintel
from lintel import webhooks

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 64 * 1024  # a longer body gets 413: anyone can send anything to a webhook
client = lintel.Lintel()  # reads LINTEL_URL and LINTEL_API_KEY
orders = {}  # verificationId → what we know; a real shop has a database and a session


@app.get("/")
def shelf():
    return '<h1>Wine</h1><a href="/buy">Buy a bottle</a>'


@app.get("/buy")
def buy():
    verification = client.start({"minimumAge": 18, "callback_url": "http://localhost:4000/back", "metadata": {"order": "A-1001"}})
    orders[verification["verificationId"]] = "waiting"
    return redirect(verification["redirectUrl"])


@app.get("/back")
def back():
    verification_id = request.args.get("verificationId", "")
    if verification_id not in orders:
        return "We did not start this.", 404
    # The address says how it went, but anyone can write an address: ask.
    outcome = client.status(verification_id)
    if outcome.get("result", {}).get("verified"):
        return "Thank you, the wine is on its way."
    return "Sorry, no wine."


@app.post("/hooks/age")
def age_webhook():
    try:
        event = webhooks.verify(request.get_data(), request.headers.get("X-Service-Signature"))
    except lintel.WebhookVerificationError as error:
        return error.reason, 401
    print("webhook:", event["event"], event["metadata"], flush=True)
    return "", 204
