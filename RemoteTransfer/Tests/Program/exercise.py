"""What each service must do, whichever it is."""

import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from transfer import Failed, Transfer, digest

NAMES = [
    "originals/ab/plain.jpg", "originals/ab/with space+plus&and=equals.jpg", "originals/ab/Grüße 日本 🙂.heic",
    "originals/cd/per%20cent%.raw", "originals/cd/brackets[1](2){3}!$'*,;:@.jpg", "snapshots/~tilde-under_score.log", "top.bin",
]


class Exercise:
    """A class of tests derives from this and from TestCase, and has `remote`, `program`, `options` and `environment`."""

    program: Path
    remote: dict
    options: list[str] = []
    environment: dict[str, str] = {}
    large = (64 << 20) + (9 << 20) + 12345

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.transfer = Transfer(self.program, *self.options, environment=self.environment)
        self.addCleanup(self.finish)
        self.chance = random.Random(1)

    def finish(self) -> None:
        self.transfer.close()
        said = b"".join(self.transfer.output) + self.transfer.errors
        for secret in ("secret/key+of=test", "hidden", "bWU6"):
            assert secret.encode() not in said, f"The program has printed {secret}."

    def make(self, name: str, size: int) -> tuple[Path, bytes]:
        data = self.chance.randbytes(size)
        file = self.folder / name
        file.write_bytes(data)
        return file, data

    def fails(self, code: str, call, *arguments, **parts) -> Failed:
        with self.assertRaises(Failed) as caught:
            call(*arguments, **parts)
        self.assertEqual(caught.exception.code, code, caught.exception)
        self.assertTrue(caught.exception.reply["sentence"].endswith("."), caught.exception)
        return caught.exception

    def test_a_life_of_objects(self) -> None:
        transfer, remote = self.transfer, self.remote
        self.assertEqual(transfer.ask("probe", remote)["isEmpty"], True)
        self.assertEqual(transfer.ask("list", remote)["items"], [])
        stored = {}
        for index, name in enumerate(NAMES):
            file, data = self.make(f"in{index}", [0, 1, 1000, 70_000, 300_000, 1 << 20, 5][index])
            self.assertEqual(transfer.put(remote, name, file)["existed"], False, name)
            stored[name] = data
        for index, (name, data) in enumerate(stored.items()):
            self.assertEqual(transfer.ask("look", remote, name=name)["bytes"], len(data), name)
            self.assertEqual(transfer.prove(remote, name, data)["sha256"], digest(data), name)
            target = self.folder / f"out{index}"
            transfer.get(remote, name, target, data)
            self.assertEqual(target.read_bytes(), data, name)
            self.assertEqual(target.stat().st_mode & 0o777, 0o600)
        names = [item["name"] for item in transfer.ask("list", remote)["items"]]
        self.assertEqual(names, sorted(NAMES, key=str.encode))
        for item in transfer.ask("list", remote, prefix="originals/cd/")["items"]:
            self.assertEqual(item["bytes"], len(stored[item["name"]]))
        self.assertEqual(len(transfer.ask("list", remote, prefix="originals/c")["items"]), 2)
        for name in NAMES:
            transfer.ask("delete", remote, name=name)
            self.assertEqual(transfer.ask("look", remote, name=name)["exists"], False, name)
            self.fails("missing", transfer.prove, remote, name, stored[name])
        transfer.ask("delete", remote, name=NAMES[0])
        self.assertEqual(transfer.ask("probe", remote)["isEmpty"], True)

    def test_nothing_is_overwritten(self) -> None:
        transfer, remote = self.transfer, self.remote
        name = "originals/ef/same.jpg"
        file, data = self.make("first", 5000)
        transfer.put(remote, name, file)
        self.assertEqual(transfer.put(remote, name, file)["existed"], True)
        other, _ = self.make("other", 5001)
        self.fails("differs", transfer.put, remote, name, other)
        twin, _ = self.make("twin", 5000)
        self.assertEqual(transfer.put(remote, name, twin)["existed"], True)
        self.fails("differs", transfer.prove, remote, name, twin.read_bytes())
        transfer.prove(remote, name, data)
        # WebDAV alone has folders.
        if remote["url"].startswith("http"):
            self.fails("refused", transfer.ask, "delete", remote, name="originals/ef")
        else:
            self.fails("missing", transfer.prove, remote, "originals/ef", b"")
        transfer.ask("delete", remote, name=name)

    def test_a_changed_file_is_not_stored(self) -> None:
        transfer, remote = self.transfer, self.remote
        for size in (0, 1000, 700_000):
            file, data = self.make("file", size)
            self.fails("changed", transfer.ask, "put", remote, name="changed", file=str(file),
                       bytes=len(data), sha256=digest(data + b"x"))
            self.fails("changed", transfer.ask, "put", remote, name="changed", file=str(file),
                       bytes=len(data) + 1, sha256=digest(data))
            self.assertEqual(transfer.ask("look", remote, name="changed")["exists"], False)

    def test_objects_without_a_stated_checksum(self) -> None:
        transfer, remote = self.transfer, self.remote
        for size in (0, 1000, self.large):
            file, data = self.make("unstated", size)
            name = f"unstated/{size}"
            done = transfer.ask("put", remote, name=name, file=str(file), bytes=size)
            self.assertEqual((done["bytes"], done["existed"]), (size, False))
            self.assertEqual(transfer.prove(remote, name, data)["sha256"], digest(data))
            target = self.folder / f"unstated-{size}"
            self.assertEqual(transfer.ask("get", remote, name=name, file=str(target), bytes=size), {"bytes": size})
            self.assertEqual(target.read_bytes(), data)
            # The length is compared all the same.
            self.fails("differs", transfer.ask, "get", remote, name=name, file=str(self.folder / "longer"), bytes=size + 1)
            if size > 0:
                self.fails("differs", transfer.ask, "get", remote, name=name, file=str(self.folder / "shorter"), bytes=size - 1)
            self.fails("changed", transfer.ask, "put", remote, name=f"{name}-changed", file=str(file), bytes=size + 1)
            transfer.ask("delete", remote, name=name)

    def test_large_objects(self) -> None:
        transfer, remote = self.transfer, self.remote
        file, data = self.make("large", self.large)
        number = transfer.start("put", remote, name="large", file=str(file), bytes=len(data), sha256=digest(data))
        transfer.wait(number)
        shown = transfer.progress.get(number, [])
        self.assertEqual(shown, sorted(shown))
        parts = transfer.ask("prove", remote, name="large", bytes=len(data), sha256=digest(data), parts=4 << 20)["parts"]
        self.assertEqual(parts, [digest(data[start:start + (4 << 20)]) for start in range(0, len(data), 4 << 20)])
        target = self.folder / "out"
        target.write_bytes(data[: 1 << 20])
        transfer.get(remote, "large", target, data)
        self.assertEqual(target.read_bytes(), data)
        # A part that is wrong is read again.
        target.write_bytes(b"x" + data[1: 1 << 20])
        transfer.get(remote, "large", target, data)
        self.assertEqual(target.read_bytes(), data)
        for offset, length in ((0, 1), (1 << 20, 4 << 20), (len(data) - 5, 5)):
            reply = transfer.ask("get", remote, name="large", file=str(target), offset=offset, length=length)
            self.assertEqual(reply, {"bytes": length})
            self.assertEqual(target.read_bytes(), data[offset:offset + length])
        transfer.ask("delete", remote, name="large")
        self.assertLess(transfer.peak_memory(), 80 << 20)

    def test_many_at_a_time(self) -> None:
        transfer, remote = self.transfer, self.remote
        files = [self.make(f"many{index}", 2000 + index) for index in range(60)]
        numbers = [
            transfer.start("put", remote, name=f"many/{index % 5}/{index:03}", file=str(file), bytes=len(data), sha256=digest(data))
            for index, (file, data) in enumerate(files)
        ]
        for number in numbers:
            transfer.wait(number)
        names, after = [], ""
        while True:
            page = transfer.ask("list", remote, prefix="many/", after=after, limit=17)
            names += [item["name"] for item in page["items"]]
            if not page["more"]:
                break
            self.assertEqual(len(page["items"]), 17)
            after = names[-1]
        self.assertEqual(names, sorted(f"many/{index % 5}/{index:03}" for index in range(60)))
        numbers = [
            transfer.start("prove", remote, name=f"many/{index % 5}/{index:03}", bytes=len(data), sha256=digest(data))
            for index, (_, data) in enumerate(files)
        ]
        for number in numbers:
            transfer.wait(number)
        for index in range(60):
            transfer.ask("delete", remote, name=f"many/{index % 5}/{index:03}")


def program() -> Path:
    """The program to test, built before."""
    stated = os.environ.get("PHOTOKIT_TRANSFER")
    if stated:
        return Path(stated)
    return Path(__file__).resolve().parents[3] / ".build/tests/debug/photokit-transfer"


def main(at_once: int = 4) -> None:
    """Runs the tests that the command line names, or all of the program's file, several at once, each in a process of its own.

    Most tests wait for a time-out most of the time.
    """
    if len(sys.argv) > 1:
        unittest.main(verbosity=1)
    suites = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    names = [".".join(test.id().split(".")[1:]) for suite in suites for test in suite]

    if not names:
        sys.exit(f"{sys.argv[0]} has no tests.")

    def run(name: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, "-B", sys.argv[0], name], capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        results = list(pool.map(run, names))
    failed = [name for name, result in zip(names, results) if result.returncode != 0]
    for name, result in zip(names, results):
        if name in failed:
            print(f"{name}\n{result.stdout}{result.stderr}", flush=True)
    print(f"{len(names) - len(failed)} of {len(names)} tests passed.", flush=True)
    sys.exit(1 if failed else 0)


__all__ = ["Exercise", "Failed", "Transfer", "digest", "main", "program", "unittest"]
