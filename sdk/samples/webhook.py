import json
import os

# sample
from lintel import MemoryStore, WebhookHandler
# end

body = os.environ.get("BODY", "")
headers = json.loads(os.environ.get("HEADERS", "{}"))

# sample
handler = WebhookHandler(
    store=MemoryStore(),  # in production a table of yours
    on={"verification.completed": lambda event, context: print(event["event"])},
)

# body: the raw request body, or what it can be read from. headers: the request's.
answer = handler.receive(body, headers)
print(answer.status, answer.text)  # the answer: 204, or 401 and why
# end
