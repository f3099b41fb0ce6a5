import threading

from flask import Flask, redirect, request

from lintel import Lintel, MemoryStore, WebhookHandler

app = Flask(__name__)
client = Lintel()  # reads LINTEL_URL and LINTEL_API_KEY
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


def completed(event, context):
    print("webhook:", event["event"], event["metadata"], flush=True)


# Hands over each event once. In production the store is in the same database as the orders.
handler = WebhookHandler(store=MemoryStore(), client=client, on={"verification.completed": completed})
threading.Thread(target=handler.catch_up, daemon=True).start()  # what came while the shop was closed; again every hour


@app.post("/hooks/age")
def age_webhook():
    answer = handler.receive(request.stream, request.headers)
    return answer.text, answer.status
