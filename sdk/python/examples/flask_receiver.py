"""A webhook receiver in Flask. LINTEL_WEBHOOK_SECRET=whsec_… flask --app flask_receiver run --port 4000"""

from flask import Flask, request

from lintel import MemoryStore, WebhookHandler

app = Flask(__name__)
handler = WebhookHandler(
    store=MemoryStore(),  # in production one in your database, such as sqlite_store.py
    on={"default": lambda event, context: print(event["event"], event["metadata"], flush=True)},
)


@app.post("/hooks/age")
def age_webhook():
    answer = handler.receive(request.stream, request.headers)
    return answer.text, answer.status
