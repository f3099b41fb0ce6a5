"""A shop that ships wine when a verification has ended, on the SQLite store of the examples: shop.py <port>. Its test kills it."""

import os
import random
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from sqlite_store import SqliteStore

from lintel import Lintel, WebhookHandler

store = SqliteStore(os.environ["SHOP_DATABASE"])


def ship(event, context):
    # Whoever is killed here shows that neither half is ever alone.
    context.tx.execute("INSERT INTO shipped (parcel, source) VALUES (?, ?)", (event["metadata"]["order"], context.source))
    time.sleep(random.random() * 0.02)
    context.tx.execute("UPDATE stock SET bottles = bottles - 1")


handler = WebhookHandler(store=store, client=Lintel(), on={"verification.completed": ship})


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        status, text = handler.receive(self.rfile, self.headers)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
while True:
    print("caught up", handler.catch_up(), flush=True)
    time.sleep(0.15)
