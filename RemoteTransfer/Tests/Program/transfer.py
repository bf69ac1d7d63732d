"""The program photokit-transfer, as its callers use it."""

import hashlib
import json
import os
import queue
import subprocess
import threading
from pathlib import Path


class Failed(Exception):
    """The reply of a request that failed."""

    def __init__(self, reply: dict):
        super().__init__(f"{reply['code']}: {reply['sentence']}")
        self.code = reply["code"]
        self.reply = reply


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Transfer:
    """A running program. Use it with `with`; the end of the block ends the program and checks that it ended well."""

    def __init__(self, program: Path, *options: str, environment: dict[str, str] | None = None):
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        self.process = subprocess.Popen(
            [program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**kept, "HOME": "/nonexistent", **(environment or {})},
        )
        self.replies: dict[int | None, queue.Queue] = {}
        self.progress: dict[int, list[int]] = {}
        self.output: list[bytes] = []
        self.lock = threading.Lock()
        self.next = 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.output.append(line)
            reply = json.loads(line)
            if "progress" in reply:
                self.progress.setdefault(reply["id"], []).append(reply["progress"])
            else:
                self.box(reply.get("id")).put(reply)

    def box(self, number: int | None) -> queue.Queue:
        with self.lock:
            return self.replies.setdefault(number, queue.Queue())

    def send(self, line: dict) -> None:
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def start(self, do: str, remote: dict, **parts) -> int:
        self.next += 1
        self.send({"id": self.next, "do": do, "remote": remote, **parts})
        return self.next

    def wait(self, number: int | None, seconds: float = 120) -> dict:
        reply = self.box(number).get(timeout=seconds)
        if "failed" in reply:
            raise Failed(reply["failed"])
        return reply["done"]

    def ask(self, do: str, remote: dict, **parts) -> dict:
        return self.wait(self.start(do, remote, **parts))

    def put(self, remote: dict, name: str, file: Path, data: bytes | None = None) -> dict:
        data = file.read_bytes() if data is None else data
        return self.ask("put", remote, name=name, file=str(file), bytes=len(data), sha256=digest(data))

    def get(self, remote: dict, name: str, file: Path, data: bytes) -> dict:
        return self.ask("get", remote, name=name, file=str(file), bytes=len(data), sha256=digest(data))

    def prove(self, remote: dict, name: str, data: bytes) -> dict:
        return self.ask("prove", remote, name=name, bytes=len(data), sha256=digest(data))

    def peak_memory(self) -> int:
        """The most memory that the program had so far, in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
        raise RuntimeError("The system states no memory.")

    def close(self) -> None:
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        self.reader.join(timeout=10)
        self.errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        assert status == 0, f"The program ended with {status}: {self.errors[-2000:]!r}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join(timeout=10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    def __enter__(self) -> "Transfer":
        return self

    def __exit__(self, kind, error, trace) -> None:
        if error is not None:
            self.kill()
        elif self.process.returncode is None:
            self.close()
