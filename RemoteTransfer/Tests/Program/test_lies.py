"""The program against a server that lies: every lie ends in its error, or is overcome, and never in a wrong `done`."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from exercise import Exercise, Failed, Transfer, digest, main, program, unittest
from lying_server import LyingServer

QUICK = ["--stall", "0.8", "--patience", "2.5"]
PATIENT = ["--stall", "0.8", "--patience", "60", "--contact", "60"]
# A busy machine is no stall.
UNHURRIED = ["--contact", "60"]
S3_KEYS = {"AWS_ACCESS_KEY_ID": "KEYID", "AWS_SECRET_ACCESS_KEY": "secret/key+of=test"}
DAV_KEYS = {"PHOTOKIT_WEBDAV_USER": "me", "PHOTOKIT_WEBDAV_PASSWORD": "hidden-word"}


class Served(Exercise):
    service = "s3"
    environment = S3_KEYS
    options = QUICK
    program = program()

    def setUp(self) -> None:
        self.server = LyingServer(self.service)
        self.addCleanup(self.server.end)
        self.remote = self.server.remote
        super().setUp()

    def stored(self, name: str = "originals/ab/photo.jpg", size: int = 300_000) -> bytes:
        """Stores an object behind the program's back."""
        data = self.chance.randbytes(size)
        self.server.objects[self.server.path(name)] = data
        if self.service == "dav":
            path = self.server.path(name)
            while "/" in path[1:]:
                path = path.rsplit("/", 1)[0]
                self.server.folders.add(path)
        return data

    NAME = "originals/ab/photo.jpg"

    def go_on_with(self, options: list[str]) -> None:
        """Starts the program again. What is to be overcome needs PATIENT, because a busy machine is slow."""
        self.finish()
        self.transfer = Transfer(self.program, *options, environment=self.environment)


class DownTests(unittest.TestCase):
    """Services that are down end their request within seconds, and slow ones that are there do not."""

    SERVICES = {"s3": S3_KEYS, "dav": DAV_KEYS}

    def remote(self, service: str, port: int) -> dict:
        address = f"http://127.0.0.1:{port}"
        if service == "s3":
            return {"url": "s3://photos/library", "endpoint": address}
        return {"url": f"{address}/dav/library"}

    def ends_soon(self, service: str, port: int) -> Failed:
        """Asks with the times that a person gets, and returns the failure."""
        with Transfer(program(), environment=self.SERVICES[service]) as transfer:
            start = time.monotonic()
            with self.assertRaises(Failed) as caught:
                transfer.ask("list", self.remote(service, port))
            # Five seconds, and as many for a busy machine; without a limit of its own it would be two minutes.
            self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(caught.exception.code, "unreachable")
        return caught.exception

    def test_a_service_that_refuses(self) -> None:
        for service in self.SERVICES:
            with self.subTest(service), socket.create_server(("127.0.0.1", 0)) as listener:
                port = listener.getsockname()[1]
                listener.close()
                self.assertIn("cannot be reached", self.ends_soon(service, port).reply["sentence"])

    def test_a_service_that_accepts_and_never_answers(self) -> None:
        for service in self.SERVICES:
            with self.subTest(service), socket.create_server(("127.0.0.1", 0)) as listener:
                failure = self.ends_soon(service, listener.getsockname()[1])
                self.assertIn("did not answer within 5 seconds", failure.reply["sentence"])

    def test_a_slow_service_that_is_there_keeps_its_time(self) -> None:
        for service, keys in self.SERVICES.items():
            server = LyingServer(service)
            self.addCleanup(server.end)
            # An answer that is late comes after a second.
            options = ["--contact", "0.5", "--stall", "60"]
            with self.subTest(service):
                with Transfer(program(), *options, environment=keys) as transfer:
                    server.lie("late", 1000)
                    with self.assertRaises(Failed) as caught:
                        transfer.ask("list", server.remote)
                    self.assertEqual(caught.exception.code, "unreachable")
                    server.wait_until_quiet()
                    server.lies = []
                with Transfer(program(), *options, environment=keys) as transfer:
                    answered = False
                    while not answered:
                        try:
                            transfer.ask("list", server.remote)
                            answered = True
                        except Failed:
                            # A busy machine is a slow service.
                            pass
                    server.lie("late", 2)
                    transfer.ask("list", server.remote)
                    transfer.ask("look", server.remote, name="photo.jpg")
                self.assertEqual(server.lies[0][1], 0)


class S3Tests(Served, unittest.TestCase):
    options = UNHURRIED


class WebDAVTests(Served, unittest.TestCase):
    options = UNHURRIED
    service = "dav"
    environment = DAV_KEYS


class ReadingLies:
    """Lies to `get` and `prove`, which are the same for all services."""

    FATAL = {
        "swap": "differs", "short": "differs", "long": "differs", "portal": "notTheService",
        "portal_redirect": "notTheService", "page404": None, "gone": "missing", "denied": "refused", "full": "noSpace",
        "stall": "stalled", "stall_middle": "stalled", "cut": "cutOff", "close": "cutOff", "busy_long": "limited",
        "broken": "refused", "nonsense": "notTheService",
    }

    def test_lies_that_last_end_in_their_error(self) -> None:
        data = self.stored()
        for lie, code in self.FATAL.items():
            code = code or ("missing" if self.service == "dav" else "notTheService")
            with self.subTest(lie=lie):
                self.server.objects[self.server.path(self.NAME)] = data
                self.server.lies = []
                self.server.lie(lie, 1000, on="GET")
                target = self.folder / f"out-{lie}"
                parts = {"name": self.NAME, "bytes": len(data), "sha256": digest(data)}
                both = [
                    self.transfer.start("prove", self.remote, **parts),
                    self.transfer.start("get", self.remote, file=str(target), **parts),
                ]
                for number in both:
                    self.fails(code, self.transfer.wait, number)
                if code == "differs":
                    self.assertEqual(target.read_bytes(), b"")
                else:
                    self.assertEqual(data[:target.stat().st_size], target.read_bytes())

    def test_lies_that_pass_are_overcome(self) -> None:
        self.go_on_with(PATIENT)
        data = self.stored(size=3_000_000)
        for lie in ("cut", "stall", "stall_middle", "close", "busy", "broken", "late", "twice", "portal"):
            with self.subTest(lie=lie):
                self.server.lies = []
                self.server.lie(lie, 1, on="GET")
                self.transfer.prove(self.remote, self.NAME, data)
                self.server.lie(lie, 1, on="GET")
                target = self.folder / f"out-{lie}"
                self.transfer.get(self.remote, self.NAME, target, data)
                self.assertEqual(target.read_bytes(), data)

    def test_two_versions_are_never_mixed(self) -> None:
        self.go_on_with(PATIENT)
        data = self.stored(size=3_000_000)
        # The first half comes, then another version by a server that ignores If-Range, then the first version again.
        for lies in (["cut", "new_version"], ["cut", "cut", "new_version"]):
            self.server.lies = []
            for lie in lies:
                self.server.lie(lie, 1, on="GET")
            target = self.folder / "out"
            target.unlink(missing_ok=True)
            self.transfer.get(self.remote, self.NAME, target, data)
            self.assertEqual(target.read_bytes(), data)
        self.server.lies = []
        self.server.lie("cut", 1, on="GET")
        self.server.lie("new_version", 1000, on="GET")
        self.fails("differs", self.transfer.prove, self.remote, self.NAME, data)

    def test_ranges_are_whole_or_fail(self) -> None:
        self.go_on_with(PATIENT)
        data = self.stored(size=3_000_000)
        target = self.folder / "part"
        wanted = {"name": self.NAME, "file": str(target)}
        for _ in range(20):
            offset = self.chance.randrange(len(data))
            length = self.chance.randint(1, len(data) - offset)
            self.server.lies = []
            self.server.lie(self.chance.choice(["cut", "stall_middle", "close", "busy", "broken", "late", "portal"]), 1, on="GET")
            reply = self.transfer.ask("get", self.remote, offset=offset, length=length, **wanted)
            self.assertEqual(target.read_bytes(), data[offset:offset + length])
            self.assertEqual(reply["bytes"], length)
        # Another version between two halves of a range is not mixed with the first one.
        self.server.lies = []
        self.server.lie("cut", 1, on="GET")
        self.server.lie("new_version", 1, on="GET")
        self.transfer.ask("get", self.remote, offset=100_000, length=2_000_000, **wanted)
        self.assertEqual(target.read_bytes(), data[100_000:2_100_000])
        self.server.lies = []
        self.fails("differs", self.transfer.ask, "get", self.remote, offset=len(data) - 5, length=6, **wanted)
        # A server without ranges that has the whole object in its answer says nothing wrong.
        self.server.lie("no_range", 1000, on="GET")
        self.transfer.ask("get", self.remote, offset=0, length=len(data), **wanted)
        self.assertEqual(target.read_bytes(), data)
        self.fails("unsupported", self.transfer.ask, "get", self.remote, offset=0, length=5, **wanted)

    def test_parts_are_those_of_the_last_version(self) -> None:
        self.go_on_with(PATIENT)
        data = self.stored(size=3_000_000)
        expected = [digest(data[start:start + (1 << 20)]) for start in range(0, len(data), 1 << 20)]
        wanted = {"name": self.NAME, "bytes": len(data), "sha256": digest(data), "parts": 1 << 20}
        for lies in ([], ["cut"], ["cut", "new_version"], ["stall_middle"]):
            self.server.lies = []
            for lie in lies:
                self.server.lie(lie, 1, on="GET")
            self.assertEqual(self.transfer.ask("prove", self.remote, **wanted)["parts"], expected)
        self.assertNotIn("parts", self.transfer.prove(self.remote, self.NAME, data))

    def test_servers_without_ranges(self) -> None:
        self.go_on_with(PATIENT)
        data = self.stored(size=3_000_000)
        self.server.lie("cut", 1, on="GET")
        self.server.lie("no_range", 1000, on="GET")
        target = self.folder / "out"
        self.transfer.get(self.remote, self.NAME, target, data)
        self.assertEqual(target.read_bytes(), data)
        self.fails("unsupported", self.transfer.ask, "get", self.remote, name=self.NAME, file=str(target), offset=5, length=5)
        self.server.lies = []
        self.server.lie("other_part", 1000, on="GET")
        self.fails("notTheService", self.transfer.ask, "get", self.remote, name=self.NAME, file=str(target), offset=5, length=5)

    def test_local_files_that_cannot_be_written(self) -> None:
        data = self.stored()
        self.fails("localFile", self.transfer.get, self.remote, self.NAME, self.folder / "none/out", data)
        self.fails("localFile", self.transfer.get, self.remote, self.NAME, self.folder, data)
        longer = self.folder / "longer"
        longer.write_bytes(data + b"x")
        self.fails("localFile", self.transfer.get, self.remote, self.NAME, longer, data)
        self.assertEqual(longer.read_bytes(), data + b"x")
        link = self.folder / "link"
        link.symlink_to("/etc/passwd")
        self.fails("localFile", self.transfer.get, self.remote, self.NAME, link, data)

    def test_whole_local_files_ask_nothing(self) -> None:
        data = self.stored()
        target = self.folder / "out"
        target.write_bytes(data)
        self.transfer.get(self.remote, self.NAME, target, data)
        self.assertEqual(self.server.seen, [])

    def test_progress_and_cancelling(self) -> None:
        data = self.stored(size=2_000_000)
        slow = {**self.remote, "rate": 400_000}
        target = self.folder / "out"
        number = self.transfer.start("get", slow, name=self.NAME, file=str(target), bytes=len(data), sha256=digest(data))
        waiting = [
            self.transfer.start("prove", slow, name=self.NAME, bytes=len(data), sha256=digest(data)) for _ in range(6)
        ]
        time.sleep(1.5)
        for cancelled in [number, *waiting]:
            self.transfer.send({"cancel": cancelled})
        for cancelled in [number, *waiting]:
            with self.assertRaises(Failed) as caught:
                self.transfer.wait(cancelled, 5)
            self.assertEqual(caught.exception.code, "cancelled")
        self.transfer.send({"cancel": 999})
        self.transfer.get(self.remote, self.NAME, target, data)
        self.assertEqual(target.read_bytes(), data)

    def test_the_limit_of_bandwidth_is_shared(self) -> None:
        data = self.stored(size=500_000)
        slow = {**self.remote, "rate": 1_000_000}
        start = time.monotonic()
        numbers = [
            self.transfer.start("prove", slow, name=self.NAME, bytes=len(data), sha256=digest(data)) for _ in range(4)
        ]
        for number in numbers:
            self.transfer.wait(number)
        # Two megabytes, of which a quarter of a second is free at first.
        self.assertGreater(time.monotonic() - start, 1.6)
        shown = [value for number in numbers for value in self.transfer.progress.get(number, [])]
        self.assertLess(len(shown), 4 * 10 * (time.monotonic() - start) + 4)

    def test_looks(self) -> None:
        data = self.stored()
        look = lambda: self.transfer.ask("look", self.remote, name=self.NAME)
        self.assertEqual(look()["bytes"], len(data))
        for lie, code in {"portal": "notTheService", "portal_redirect": "notTheService", "denied": "refused", "stall": "stalled"}.items():
            with self.subTest(lie=lie):
                self.server.lies = []
                self.server.lie(lie, 1000)
                self.fails(code, look)
        self.server.lies = []
        self.server.lie("page404", 1000)
        self.fails("noBucket" if self.service == "dav" else "notTheService", look)

    def test_lists_and_deletions(self) -> None:
        self.stored()
        for lie, code in {"portal": "notTheService", "portal_redirect": "notTheService", "stall": "stalled", "busy_long": "limited"}.items():
            with self.subTest(lie=lie):
                self.server.lies = []
                self.server.lie(lie, 1000)
                numbers = [
                    self.transfer.start("list", self.remote), self.transfer.start("delete", self.remote, name=self.NAME),
                    self.transfer.start("probe", self.remote),
                ]
                for number in numbers:
                    self.fails(code, self.transfer.wait, number)


class UploadLies:
    def test_uploads_that_fail(self) -> None:
        file, data = self.make("in", 400_000)
        verbs = "PUT MOVE"
        codes = {
            "portal": "notTheService", "portal_redirect": "notTheService", "denied": "refused", "full": "noSpace",
            "stall": "stalled", "close": "cutOff", "cut": "cutOff", "busy_long": "limited", "broken": "refused",
        }
        for lie, code in codes.items():
            with self.subTest(lie=lie):
                self.server.lies = []
                self.server.lie(lie, 1000, on="PUT" if lie == "cut" else verbs)
                self.fails(code, self.transfer.put, self.remote, self.NAME, file)
                self.assertEqual(self.server.objects, {})

    def test_uploads_that_are_overcome(self) -> None:
        self.go_on_with(PATIENT)
        for lie in ("cut", "close", "busy", "broken", "stall", "late", "twice"):
            with self.subTest(lie=lie):
                file, data = self.make("in", 400_000)
                self.server.objects = {}
                self.server.lies = []
                self.server.lie(lie, 1, on="PUT")
                self.transfer.put(self.remote, self.NAME, file)
                self.assertEqual(self.server.objects, {self.server.path(self.NAME): data})

    def test_stored_is_no_proof(self) -> None:
        file, data = self.make("in", 400_000)
        for lie, kept in (("nothing_stored", {}),):
            self.server.lie(lie, 1000, on="PUT MOVE")
            self.transfer.put(self.remote, self.NAME, file)
            self.server.lies = []
            self.assertEqual(self.server.objects, kept)
            self.fails("missing", self.transfer.prove, self.remote, self.NAME, data)

    def test_a_file_that_shrinks_or_changes_under_way(self) -> None:
        file, data = self.make("in", 3_000_000)
        slow = {**self.remote, "rate": 1_000_000}
        number = self.transfer.start("put", slow, name=self.NAME, file=str(file), bytes=len(data), sha256=digest(data))
        time.sleep(0.7)
        with file.open("r+b") as opened:
            opened.truncate(2_900_000)
        with self.assertRaises(Failed) as caught:
            self.transfer.wait(number)
        self.assertEqual(caught.exception.code, "changed")
        self.assertEqual(self.server.objects, {})


class S3LieTests(ReadingLies, UploadLies, Served, unittest.TestCase):
    def setUp(self) -> None:
        super().setUp()

    test_a_life_of_objects = test_nothing_is_overwritten = test_a_changed_file_is_not_stored = None
    test_large_objects = test_many_at_a_time = None

    def test_keys_and_places_that_are_wrong(self) -> None:
        data = self.stored()
        with Transfer(self.program, *QUICK, environment={**S3_KEYS, "AWS_SECRET_ACCESS_KEY": "other"}) as other:
            self.fails("wrongKey", other.ask, "look", self.remote, name=self.NAME)
            self.fails("wrongKey", other.prove, self.remote, self.NAME, data)
        with Transfer(self.program, *QUICK, environment={**S3_KEYS, "AWS_ACCESS_KEY_ID": "NOBODY"}) as other:
            self.fails("wrongKey", other.ask, "probe", self.remote)
        with Transfer(self.program, *QUICK) as other:
            self.fails("noKey", other.ask, "probe", self.remote)
            keys = self.folder / "keys"
            keys.write_text("aws_access_key_id = KEYID\naws_secret_access_key = secret/key+of=test\n")
            keys.chmod(0o644)
            stated = {**self.remote, "credentials": str(keys)}
            self.fails("noKey", other.ask, "look", stated, name=self.NAME)
            # A person mends the file while the program runs.
            keys.chmod(0o600)
            self.assertEqual(other.ask("look", stated, name=self.NAME)["bytes"], len(data))
        bucket = {**self.remote, "url": "s3://elsewhere/p"}
        self.fails("noBucket", self.transfer.ask, "look", bucket, name=self.NAME)
        self.fails("noBucket", self.transfer.ask, "list", bucket)
        file, _ = self.make("in", 10)
        self.fails("noBucket", self.transfer.put, bucket, self.NAME, file)
        nobody = {**self.remote, "endpoint": "http://127.0.0.1:1"}
        self.fails("unreachable", self.transfer.ask, "list", nobody)
        self.fails("unsupported", self.transfer.ask, "list", {**self.remote, "endpoint": "http://example.org"})
        self.fails("unsupported", self.transfer.ask, "list", {"url": "gopher://x"})

    def test_regions(self) -> None:
        data = self.stored()
        self.server.region = "eu-west-1"
        self.assertEqual(self.transfer.ask("look", self.remote, name=self.NAME), {"exists": True, "bytes": len(data), "modified": 0, "region": "eu-west-1"})
        self.transfer.prove(self.remote, self.NAME, data)
        stated = {**self.remote, "region": "eu-west-1"}
        self.assertNotIn("region", self.transfer.ask("look", stated, name=self.NAME))
        for lie in ("other_region", "moved"):
            self.server.lies = []
            self.server.lie(lie, 1000)
            self.fails("otherRegion", self.transfer.ask, "list", {**self.remote, "region": "us-east-2"})

    def test_clocks(self) -> None:
        self.server.lie("clock", 1000)
        self.fails("clockOff", self.transfer.ask, "list", self.remote)
        self.fails("clockOff", self.transfer.ask, "look", self.remote, name="a")

    def test_uploads_in_parts(self) -> None:
        file, data = self.make("large", self.large)
        self.go_on_with(PATIENT)
        self.server.lie("close", 1, on="POST")
        self.server.lie("broken", 2, on="PUT")
        self.server.lie("cut", 1, on="PUT")
        self.transfer.put(self.remote, self.NAME, file, data)
        self.assertEqual(self.server.objects[self.server.path(self.NAME)], data)
        self.go_on_with(QUICK)
        self.server.objects = {}
        for lie, code in {"completed_with_error": "refused", "portal": "notTheService"}.items():
            with self.subTest(lie=lie):
                self.server.uploads, self.server.lies = {}, []
                number = self.transfer.start("put", self.remote, name=self.NAME, file=str(file), bytes=len(data), sha256=digest(data))
                while not self.server.uploads:
                    time.sleep(0.01)
                self.server.lie(lie, 1000, on="POST")
                with self.assertRaises(Failed) as caught:
                    self.transfer.wait(number)
                self.assertEqual(caught.exception.code, code)
                self.assertEqual(self.server.objects, {})
                # The parts stay for a later try, which sends none of them again.
                self.server.lies, self.server.seen = [], []
                self.transfer.put(self.remote, self.NAME, file, data)
                self.assertEqual(self.server.objects, {self.server.path(self.NAME): data})
                self.assertEqual([line for line in self.server.seen if line.startswith("PUT")], [])
                self.server.objects = {}
        self.server.lies = []
        self.fails("changed", self.transfer.ask, "put", self.remote, name=self.NAME, file=str(file), bytes=len(data), sha256="0" * 64)
        self.assertEqual((self.server.objects, self.server.uploads), ({}, {}))

    def test_uploads_continue_after_a_kill(self) -> None:
        file, data = self.make("large", self.large)
        with Transfer(self.program, *QUICK, environment=S3_KEYS) as killed:
            slow = {**self.remote, "rate": 30_000_000}
            killed.start("put", slow, name=self.NAME, file=str(file), bytes=len(data), sha256=digest(data))
            while not any(len(parts) >= 5 for parts in self.server.uploads.values()):
                time.sleep(0.01)
            killed.kill()
        self.server.wait_until_quiet()
        identifier, = self.server.uploads
        # Of the parts that are there, one has other bytes, and one another length.
        self.server.uploads[identifier][2] = bytes(8 << 20)
        self.server.uploads[identifier][1] = b"short"
        kept = len(self.server.uploads[identifier]) - 2
        self.server.seen = []
        self.transfer.put(self.remote, self.NAME, file, data)
        self.assertEqual((self.server.objects, self.server.uploads), ({self.server.path(self.NAME): data}, {}))
        sent = [line for line in self.server.seen if line.startswith("PUT")]
        self.assertEqual(len(sent), 10 - kept)

    def test_a_lost_answer_to_the_last_part(self) -> None:
        file, data = self.make("large", self.large)
        number = self.transfer.start("put", self.remote, name=self.NAME, file=str(file), bytes=len(data), sha256=digest(data))
        while not self.server.uploads:
            time.sleep(0.01)
        self.server.lie("lost_answer", 1, on="POST")
        self.transfer.wait(number)
        self.assertEqual(self.server.objects, {self.server.path(self.NAME): data})

    def test_a_cancelled_upload_leaves_no_parts(self) -> None:
        file, data = self.make("large", self.large)
        slow = {**self.remote, "rate": 20_000_000}
        number = self.transfer.start("put", slow, name=self.NAME, file=str(file), bytes=len(data), sha256=digest(data))
        while not any(self.server.uploads.values()):
            time.sleep(0.01)
        self.transfer.send({"cancel": number})
        with self.assertRaises(Failed) as caught:
            self.transfer.wait(number)
        self.assertEqual(caught.exception.code, "cancelled")
        self.assertEqual((self.server.objects, self.server.uploads), ({}, {}))

    def test_endless_lists(self) -> None:
        self.server.lie("empty_list", 1000)
        self.fails("notTheService", self.transfer.ask, "list", self.remote)


class WebDAVLieTests(ReadingLies, UploadLies, Served, unittest.TestCase):
    service = "dav"
    environment = DAV_KEYS
    test_a_life_of_objects = test_nothing_is_overwritten = test_a_changed_file_is_not_stored = None
    test_large_objects = test_many_at_a_time = None

    def test_keys_and_places_that_are_wrong(self) -> None:
        self.stored()
        with Transfer(self.program, *QUICK, environment={**DAV_KEYS, "PHOTOKIT_WEBDAV_USER": "you"}) as other:
            self.fails("wrongKey", other.ask, "look", self.remote, name=self.NAME)
        with Transfer(self.program, *QUICK) as other:
            self.fails("noKey", other.ask, "probe", self.remote)
        port = self.server.server_address[1]
        file, _ = self.make("in", 10)
        self.fails("noBucket", self.transfer.put, {"url": f"http://127.0.0.1:{port}/none/of/these"}, "a", file)
        self.fails("noBucket", self.transfer.ask, "list", {"url": f"http://127.0.0.1:{port}/none/of/these"})
        address = f"http://me:hidden-word@127.0.0.1:{port}/dav"
        self.fails("unsupported", self.transfer.ask, "list", {"url": address})

    def test_a_lost_answer_to_a_move(self) -> None:
        file, data = self.make("in", 1000)
        self.server.lie("lost_answer", 1, on="MOVE")
        self.transfer.put(self.remote, self.NAME, file)
        self.assertEqual(self.server.objects, {self.server.path(self.NAME): data})

    def test_folders_that_another_request_makes(self) -> None:
        file, data = self.make("in", 1000)
        self.server.folders.add("/dav/my library")
        self.server.lie("made_meanwhile", 2, on="MKCOL")
        self.transfer.put(self.remote, "originals/photo.jpg", file)
        self.assertEqual(self.server.objects, {self.server.path("originals/photo.jpg"): data})
        self.server.lies = []
        self.server.lie("denied", 1000, on="MKCOL")
        self.fails("refused", self.transfer.put, self.remote, "other/photo.jpg", file)

    def test_folders_are_made_once(self) -> None:
        for index in range(5):
            file, _ = self.make(f"in{index}", 10)
            self.transfer.put(self.remote, f"a/b/{index}", file)
        made = [line for line in self.server.seen if line.startswith("MKCOL")]
        self.assertEqual(len(made), len(set(made)) + 2)

    def test_folders_that_are_gone_are_made_again(self) -> None:
        # Of the folders that the program has made, all are gone, or those of uploads, or those of objects.
        for index, gone in enumerate(["/dav/my library", "/dav/my library/uploads-under-way", "/dav/my library/a"]):
            with self.subTest(gone):
                file, data = self.make(f"in{index}", 1000)
                self.transfer.put(self.remote, f"a/b/{index}", file)
                self.server.objects.clear()
                self.server.folders = {name for name in self.server.folders if name != gone and not name.startswith(gone + "/")}
                self.server.seen = []
                self.transfer.put(self.remote, f"a/b/again-{index}", file)
                self.assertEqual(self.server.objects, {self.server.path(f"a/b/again-{index}"): data})
        # A folder that cannot be made is tried twice, and not for ever.
        self.server.folders = {"/"}
        self.server.seen = []
        file, _ = self.make("in", 10)
        self.fails("noBucket", self.transfer.put, self.remote, "a/b/photo.jpg", file)
        self.assertLessEqual(len([line for line in self.server.seen if line.startswith("MKCOL")]), 12)


class ProgramTests(unittest.TestCase):
    def encrypted(self, folder: Path, name: str) -> LyingServer:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=photos",
             "-addext", f"subjectAltName={name}", "-keyout", folder / "key.pem", "-out", folder / "only.pem"],
            check=True, capture_output=True,
        )
        both = folder / "server.pem"
        both.write_bytes((folder / "key.pem").read_bytes() + (folder / "only.pem").read_bytes())
        server = LyingServer("s3", str(both))
        self.addCleanup(server.end)
        return server

    def test_a_certificate_of_another_name(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        server = self.encrypted(folder, "DNS:photos.example.org")
        with Transfer(program(), *QUICK, environment=S3_KEYS) as transfer:
            with self.assertRaises(Failed) as caught:
                transfer.ask("list", {**server.remote, "certificates": str(folder / "only.pem")})
            self.assertEqual(caught.exception.code, "unknownCertificate")

    def test_certificates(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        server = self.encrypted(folder, "IP:127.0.0.1")
        with Transfer(program(), *QUICK, environment=S3_KEYS) as transfer:
            with self.assertRaises(Failed) as caught:
                transfer.ask("list", server.remote)
            self.assertEqual(caught.exception.code, "unknownCertificate")
            known = {**server.remote, "certificates": str(folder / "only.pem")}
            self.assertEqual(transfer.ask("list", known)["items"], [])
            self.assertTrue(transfer.ask("probe", known)["isEmpty"])
            with self.assertRaises(Failed) as caught:
                transfer.ask("list", {**server.remote, "certificates": "/dev/null"})
            self.assertEqual(caught.exception.code, "unknownCertificate")

    def test_lines_that_are_no_requests(self) -> None:
        with Transfer(program()) as transfer:
            transfer.process.stdin.write(b"nonsense\n" + b"x" * 3_000_000 + b"\n{\"id\":5,\"do\":\"look\"}\n")
            transfer.process.stdin.flush()
            for number in (None, None, 5):
                with self.assertRaises(Failed) as caught:
                    transfer.wait(number, 10)
                self.assertEqual(caught.exception.code, "unsupported")

    def test_requests_are_finished_when_the_input_ends(self) -> None:
        server = LyingServer("s3")
        self.addCleanup(server.end)
        server.objects[server.path("a")] = b"abc"
        line = b'{"id":1,"do":"look","remote":%s,"name":"a"}' % json.dumps(server.remote).encode()
        done = subprocess.run([program()], input=line, capture_output=True, env={**S3_KEYS, "PATH": os.environ["PATH"]}, timeout=20)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b'"exists":true', done.stdout)

    def test_nobody_reads_the_replies(self) -> None:
        process = subprocess.Popen([program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdout.close()
        process.stdin.write(b"nonsense\n")
        process.stdin.flush()
        self.assertEqual(process.wait(timeout=10), 1)
        process.stdin.close()

    def test_a_proxy_that_refuses(self) -> None:
        server = LyingServer("dav", keys=False)
        self.addCleanup(server.end)
        proxy = {"HTTPS_PROXY": f"http://me:hidden-word@127.0.0.1:{server.server_address[1]}"}
        with Transfer(program(), *QUICK, environment=proxy) as transfer:
            with self.assertRaises(Failed) as caught:
                transfer.ask("list", {"url": "https://photos.example.org/dav"})
            self.assertEqual(caught.exception.code, "proxy")
            self.assertIn("CONNECT photos.example.org:443", server.seen[0])
        self.assertNotIn(b"hidden", b"".join(transfer.output))


if __name__ == "__main__":
    signal.alarm(900)
    main()
