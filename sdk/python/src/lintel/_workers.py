"""The threads of one ``AsyncLintel``: the loop's default executor has a handful, and the host program needs them itself."""

import os
import threading
from collections import deque
from typing import Callable, Deque

from .errors import LintelConnectionError

_MOST = 100  # requests at once; others wait, within their own timeout
_IDLE_SECONDS = 10


class Workers:
    """Runs jobs in threads that are begun when needed, end when idle, and never keep the program from ending."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._jobs: Deque[Callable[[], None]] = deque()
        self._threads = self._idle = 0
        self._is_closed = False
        self._pid = os.getpid()

    def submit(self, job: Callable[[], None]) -> None:
        """Runs ``job``, which raises nothing, as soon as a thread is free."""
        if self._pid != os.getpid():  # a fork takes no threads along, and perhaps a lock that is held
            Workers.__init__(self)
        with self._lock:
            self._is_closed = False
            self._jobs.append(job)
            if self._idle >= len(self._jobs):
                self._lock.notify()
            elif self._threads < _MOST:
                self._begin(job)

    def close(self) -> None:
        """Ends the threads: the idle ones now, the others after their job."""
        with self._lock:
            self._is_closed = True
            self._lock.notify_all()

    def _begin(self, job: Callable[[], None]) -> None:
        try:
            threading.Thread(target=self._work, name="lintel", daemon=True).start()
        except RuntimeError:
            if self._threads == 0:
                self._jobs.remove(job)
                raise LintelConnectionError("this computer begins no more threads") from None
        else:
            self._threads += 1

    def _work(self) -> None:
        while True:
            with self._lock:
                while not self._jobs:
                    if self._is_closed or not self._has_waited():
                        self._threads -= 1
                        return
                job = self._jobs.popleft()
            job()
            del job  # not kept while idle: it holds the request

    def _has_waited(self) -> bool:
        """Waits for a job. False: there was none for long."""
        self._idle += 1
        is_told = self._lock.wait(_IDLE_SECONDS)
        self._idle -= 1
        return is_told or bool(self._jobs)
