"""Judges programs: a typed client of `referee serve`, with the program itself inside.

    from referee import judge
    row = judge("print(int(input()) + 1)", [("1\\n", "2\\n")])
    assert row["verdict"] == "AC"

docs/python.md has more. Only the standard library is used.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Sequence, TypedDict, Union

__all__ = ["Failed", "Judge", "Row", "Server", "Task", "judge", "program"]

#: A task: a record of a data set in any shape that `referee batch` reads, or the name of a task
#: that the server has.
Task = Union[str, Mapping[str, Any]]

#: A shell script that starts the program, and ends it at a line on standard input or when its other
#: end is closed, even if this process was killed. Then it removes the folder of the socket.
_GUARD = '"$@" </dev/null & exec >/dev/null; read -r _; kill $!; wait $!; rm -rf "${0:?}"'


class Row(TypedDict, total=False):
    """The result of a program. `verdict` and `reward` are None if the judge failed."""

    id: str
    task: str
    verdict: str | None
    passed: int
    run: int
    total: int
    reward: float | None
    confirmed: bool
    language: str
    cpu_s: float
    slowest_s: float
    memory_kib: int
    message: str
    first_failed: dict[str, Any]
    tests: list[dict[str, Any]]
    extracted: str
    repeated: bool
    key: str
    task_key: str


class Failed(Exception):
    """The server rejected a request, or did not start."""


def program() -> str:
    """Returns the path of the program: the one in this package, or else the one on PATH."""
    own = Path(__file__).with_name("bin") / "referee"
    found = str(own) if own.exists() else shutil.which("referee")
    if found is None:
        raise Failed("the program `referee` is neither in this package nor on PATH")
    return found


def main() -> None:
    """Replaces this process with the program."""
    os.execv(program(), ["referee", *sys.argv[1:]])


class Server:
    """A server on a Unix socket, which runs until it is closed or this process ends.

    `options` are those of `referee serve`, such as `["--jobs", "8", "--all-tests"]`.
    """

    def __init__(self, options: Sequence[str] = ()) -> None:
        self._owner = os.getpid()
        command = [program(), "serve", *options, "--listen"]
        # No `TemporaryDirectory`, which a forked process would remove when it ends.
        folder = tempfile.mkdtemp(prefix="referee-")
        self.address = f"unix:{folder}/socket"
        self._process = subprocess.Popen(
            ["sh", "-c", _GUARD, folder, *command, self.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C reaches only this process, which then ends the server.
            start_new_session=True,
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            self.close()
            raise Failed("the server did not start")

    def close(self) -> None:
        """Finishes running requests, and ends the server. Does nothing in a forked process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        if os.getpid() != self._owner or self._process.returncode is not None:
            return
        with contextlib.suppress(BrokenPipeError):
            # Forked processes may hold the pipe open.
            os.write(self._process.stdin.fileno(), b"\n")
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Connection(http.client.HTTPConnection):
    """A connection to an address: `unix:PATH`, or `http://HOST:PORT`."""

    def __init__(self, address: str) -> None:
        self._path = address.removeprefix("unix:") if address.startswith("unix:") else None
        super().__init__("localhost" if self._path else address.removeprefix("http://"))

    def __del__(self) -> None:
        # The thread that owned the connection has ended.
        self.close()

    def connect(self) -> None:
        if self._path is None:
            super().connect()
        else:
            self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.sock.connect(self._path)


class _Connections(threading.local):
    """The connections of a thread, by process and address: a forked process opens its own."""

    def __init__(self) -> None:
        self.open: dict[tuple[int, str], _Connection] = {}


_connections = _Connections()


def _post(address: str, token: str | None, request: Mapping[str, Any]) -> Row:
    key = (os.getpid(), address)
    is_old = key in _connections.open
    connection = _connections.open.get(key) or _Connection(address)
    _connections.open[key] = connection
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            # A server that rejects a large request replies before it has read all of it.
            connection.request("POST", "/judge", json.dumps(request), headers)
        response = connection.getresponse()
        body = response.read()
    except (ConnectionError, http.client.HTTPException, OSError):
        connection.close()
        del _connections.open[key]
        # The server closes idle connections. A request that is sent twice is judged once.
        if is_old:
            return _post(address, token, request)
        raise
    if response.status != 200:
        raise Failed(json.loads(body)["error"])
    row: Row = json.loads(body)
    return row


class Judge:
    """Judges programs on a task, from any number of threads, coroutines and processes.

    Without an address, uses the server of this process, which is started when it is first needed. A
    judge can be sent to other processes, which then use the same server.
    """

    def __init__(self, task: Task, address: str | None = None, token: str | None = None, threads: int = 16) -> None:
        self._task, self._token, self._threads = task, token, threads
        self._address = address or _server().address
        self._key: str | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._pool_owner = 0
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Judge, (self._task, self._address, self._token, self._threads)

    def judge(self, source: str, language: str | None = None, id: str = "") -> Row:
        """Judges a program."""
        request = {"id": id, "code": source} | ({"language": language} if language else {})
        key = self._key
        if key is not None:
            try:
                return _post(self._address, self._token, request | {"task_key": key})
            except Failed as failed:
                if "task itself" not in str(failed):
                    raise
        answer = _post(self._address, self._token, request | {"task": self._task})
        self._key = answer.get("task_key")
        return answer

    def submit(self, source: str, language: str | None = None, id: str = "") -> Future[Row]:
        """Judges a program in another thread, and returns a future."""
        with self._lock:
            # A forked process has none of the threads.
            if self._pool is None or self._pool_owner != os.getpid():
                self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="referee")
                self._pool_owner = os.getpid()
        return self._pool.submit(self.judge, source, language, id)

    def submit_many(self, sources: Iterable[str], language: str | None = None) -> Iterator[Row]:
        """Judges programs in other threads, and yields their rows in the same order."""
        futures = [self.submit(source, language, str(at)) for at, source in enumerate(sources)]
        return (future.result() for future in futures)

    async def judge_async(self, source: str, language: str | None = None, id: str = "") -> Row:
        """Judges a program while other coroutines run."""
        return await asyncio.wrap_future(self.submit(source, language, id))


def judge(
    source: str,
    tests: Iterable[tuple[str, str]],
    language: str | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Row:
    """Judges a program on pairs of input and expected output; limits are in seconds and MiB."""
    task: dict[str, Any] = {"id": "task", "tests": [{"input": given, "output": right} for given, right in tests]}
    limits = {"time_limit": time_limit, "memory_limit": memory_limit}
    task |= {name: limit for name, limit in limits.items() if limit is not None}
    return Judge(task).judge(source, language)


_servers: dict[int, Server] = {}
_starting = threading.Lock()


def _server() -> Server:
    """Returns the server of this process, and starts it if necessary."""
    with _starting:
        server = _servers.get(os.getpid())
        if server is None:
            server = _servers[os.getpid()] = Server()
            atexit.register(server.close)
        return server
