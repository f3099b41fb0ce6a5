"""A store for WebhookHandler in SQLite. The event's note and what your function writes are one transaction.

With PostgreSQL it is the same with ``INSERT … ON CONFLICT DO NOTHING`` and a connection of your pool for each ``once``. Keep rows of
lintel_event for as long as the service keeps events: its retention period for metadata.
"""

import sqlite3
from contextlib import closing
from typing import Callable, Optional


class SqliteStore:
    def __init__(self, path: str) -> None:
        self.path = path
        with closing(self.connect()) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE IF NOT EXISTS lintel_event (id TEXT PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP)")
            db.execute("CREATE TABLE IF NOT EXISTS lintel_cursor (stream TEXT PRIMARY KEY, cursor TEXT NOT NULL)")

    def connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=30, isolation_level=None)

    def once(self, event_id: str, work: Callable[[sqlite3.Connection], None]) -> bool:
        with closing(self.connect()) as tx:  # closing it rolls back what is not committed
            tx.execute("BEGIN IMMEDIATE")  # a second one waits here until the first has ended
            if tx.execute("INSERT OR IGNORE INTO lintel_event (id) VALUES (?)", (event_id,)).rowcount == 0:
                return False
            work(tx)
            tx.execute("COMMIT")
            return True

    def cursor(self, stream: str) -> Optional[str]:
        with closing(self.connect()) as db:
            row = db.execute("SELECT cursor FROM lintel_cursor WHERE stream = ?", (stream,)).fetchone()
            return row[0] if row else None

    def save_cursor(self, stream: str, cursor: str) -> None:
        with closing(self.connect()) as db:
            db.execute("INSERT OR REPLACE INTO lintel_cursor VALUES (?, ?)", (stream, cursor))
