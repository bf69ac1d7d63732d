"""The lying server of a scenario of the stress tests, which says when it lies and what is done behind the backs of all programs.

habits_server.py (s3 | dav) SEED

It writes its port. Then each line of standard input is a request as JSON, and gets one line as an answer:

    {"do": "mode", "mode": M}                honest, lying, or a lie that each answer is from now on: close, stall, broken or portal
    {"do": "replace", "name": N, "bytes": B} gives an object other bytes (in base64), or removes it (null)
    {"do": "exchange", "objects": {N: B}}    puts another bucket or folder into the place of this one
    {"do": "changes"}                        tells the objects that differ since the last call, the names of those that a
                                             lie lost, and the number of lies so far

`quit` ends it.
"""

import base64
import json
import random
import sys

from lying_server import Handler, LyingServer

# Which part of the requests of a kind is answered by lies.
LYING = {"GET": 0.06, "PUT": 0.08, "MOVE": 0.06, "HEAD": 0.03, "PROPFIND": 0.03, "DELETE": 0.03, "MKCOL": 0.03, "POST": 0.03}
# How often each lie is told beside the others. A lie that makes the program wait is rare, because it costs time.
FAILING = {"close": 8, "broken": 8, "busy": 4, "denied": 4, "portal": 3, "full": 1, "nonsense": 1, "stall": 1}
LIES = {
    "GET": {
        **FAILING, "cut": 12, "swap": 12, "short": 8, "long": 4, "new_version": 8, "no_range": 8, "other_part": 4, "page404": 6, "gone": 4,
        "hide": 40,
    },
    "HEAD": {**FAILING, "page404": 8, "gone": 2},
    "PROPFIND": {**FAILING, "page404": 8, "hide": 40},
    "PUT": {**FAILING, "cut": 8, "nothing_stored": 12, "stored_short": 12, "stored_wrong": 12, "stored_late": 12, "lose_another": 12},
    "MOVE": {**FAILING, "nothing_stored": 12, "lost_answer": 12},
    "MKCOL": {**FAILING, "made_meanwhile": 8},
    "DELETE": {**FAILING, "kept": 8},
    "POST": FAILING,
}


class Objects(dict):
    """Objects that remember which of them the scenario has not heard of."""

    def __init__(self) -> None:
        self.changed: set[str] = set()

    def __setitem__(self, name: str, data: bytes) -> None:
        self.changed.add(name)
        super().__setitem__(name, data)

    def pop(self, name: str, *other):
        self.changed.add(name)
        return super().pop(name, *other)


class HabitsServer(LyingServer):
    def __init__(self, service: str, seed: int):
        self.chance = random.Random(seed)
        self.mode = "honest"
        self.lost: set[str] = set()
        self.told = 0
        super().__init__(service)
        self.objects = Objects()
        self.RequestHandlerClass = HabitsHandler
        self.empty()

    def path(self, name: str) -> str:
        return ("/photos/habits/" if self.service == "s3" else "/dav/habits/") + name

    def name(self, path: str) -> str | None:
        top = self.path("")
        return path.removeprefix(top) if path.startswith(top) else None

    def next_lie(self, method: str) -> str | None:
        with self.lock:
            if self.mode not in ("honest", "lying"):
                return self.mode
            if self.mode == "honest" or self.chance.random() >= LYING.get(method, 0):
                return None
            self.told += 1
            kinds = LIES[method]
            return self.chance.choices(list(kinds), list(kinds.values()))[0]

    # What is done by hand

    def empty(self) -> None:
        for path in list(self.objects):
            self.objects.pop(path)
        self.folders = {"/", "/dav", "/dav/habits"}

    def replace(self, name: str, data: bytes | None) -> None:
        path = self.path(name)
        if data is None:
            self.objects.pop(path, None)
            return
        self.objects[path] = data
        while "/" in path[1:]:
            path = path.rsplit("/", 1)[0]
            self.folders.add(path)

    def lose(self, path: str) -> None:
        if path in self.objects:
            self.objects.pop(path)
            self.lost.add(path)

    # Requests of the scenario

    def take(self, request: dict) -> dict:
        with self.lock:
            return getattr(self, "take_" + request["do"])(request)

    def take_mode(self, request: dict) -> dict:
        self.mode = request["mode"]
        # Requests that a service left hanging end when it comes back.
        self.release.set()
        self.release.clear()
        return {}

    def take_replace(self, request: dict) -> dict:
        data = request.get("bytes")
        self.replace(request["name"], None if data is None else base64.b64decode(data))
        return {}

    def take_exchange(self, request: dict) -> dict:
        self.empty()
        for name, data in request["objects"].items():
            self.replace(name, base64.b64decode(data))
        return {}

    def take_changes(self, _: dict) -> dict:
        objects = {}
        for path in self.objects.changed:
            data, name = self.objects.get(path), self.name(path)
            if name is not None:
                objects[name] = None if data is None else base64.b64encode(data).decode()
        lost = [name for name in map(self.name, sorted(self.lost)) if name is not None]
        self.objects.changed.clear()
        self.lost.clear()
        return {"objects": objects, "lost": lost, "lies": self.told}


class HabitsHandler(Handler):
    server: HabitsServer
    # An answer of two writes would wait for the other side's word on the first one.
    disable_nagle_algorithm = True

    def store(self, data: bytes) -> None:
        """Stores bytes that nobody sent; where whole ones were, they are lost."""
        with self.server.lock:
            if self.server.objects.get(self.name) == self.body != data:
                self.server.lost.add(self.name)
            self.server.objects[self.name] = data

    def is_in_folder(self) -> bool:
        return self.server.service == "s3" or (self.name.rsplit("/", 1)[0] or "/") in self.server.folders

    def lie_stored_short(self) -> bool:
        if self.is_in_folder():
            self.store(self.body[: len(self.body) // 2])
            return self.lie_nothing_stored()
        return False

    def lie_stored_wrong(self) -> bool:
        if self.is_in_folder():
            self.store(bytes(byte ^ 1 for byte in self.body))
            return self.lie_nothing_stored()
        return False

    def lie_stored_late(self) -> bool:
        if self.is_in_folder():
            self.store(self.body)
            return self.lie_broken()
        return False

    def lie_lose_another(self) -> bool:
        with self.server.lock:
            others = sorted(name for name in self.server.objects if name.startswith(self.server.path("originals/")))
            if others:
                self.server.lose(self.server.chance.choice(others))
        return False

    def lie_gone(self) -> bool:
        with self.server.lock:
            if self.name.startswith(self.server.path("originals/")):
                self.server.lose(self.name)
        return False

    def lie_kept(self) -> bool:
        self.send(204)
        return True

    # Lists that lack a name once.

    def hidden(self, names: list) -> object:
        return self.server.chance.choice(names) if self.lie == "hide" and names else None

    def s3_list(self, query: dict[str, str]) -> None:
        objects = self.server.objects
        names = sorted(name for name in objects if name.startswith("/photos/" + query["prefix"]))
        hidden = self.hidden(names)
        if hidden is None:
            return super().s3_list(query)
        self.server.objects = {name: data for name, data in objects.items() if name != hidden}
        try:
            super().s3_list(query)
        finally:
            self.server.objects = objects

    def propfind(self, name: str) -> None:
        objects = self.server.objects
        hidden = self.hidden(sorted(path for path in objects if path.rsplit("/", 1)[0] == name))
        if hidden is None or self.headers["depth"] != "1":
            return super().propfind(name)
        self.server.objects = {path: data for path, data in objects.items() if path != hidden}
        try:
            super().propfind(name)
        finally:
            self.server.objects = objects


def main() -> None:
    server = HabitsServer(sys.argv[1], int(sys.argv[2]))
    print(server.server_address[1], flush=True)
    for line in sys.stdin:
        if line.strip() == "quit":
            print("done", flush=True)
            break
        print(json.dumps(server.take(json.loads(line))), flush=True)
    # Without that word, the scenario has gone.
    server.end()


if __name__ == "__main__":
    main()
