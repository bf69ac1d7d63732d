"""`photokit remote` over real servers: Apache's mod_dav with TLS, and the S3 gateway of Ceph.

test_remote_command.py [Apache|Ceph …]   PHOTOKIT names the command, by default the one that Scripts/test builds
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from apache import Apache
from ceph import KEY, SECRET, Ceph
from exercise import program
from test_servers import bucket
from transfer import Transfer

ROOT = Path(__file__).resolve().parents[3]
PHOTOKIT = os.environ.get("PHOTOKIT", str(ROOT / ".build/tests/debug/photokit"))
SAMPLE = bytes.fromhex(  # A JPEG of one pixel.
    "ffd8ffe000104a46494600010100000100010000ffdb004300" + "01" * 64 + "ffc0000b080001000101011100ffc4001f0000010501010101010100000000"
    "000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552"
    "d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a83848586878889"
    "8a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa"
    "ffda0008010100003f00fbd0ffd9"
)


class RemoteCommand:
    """A class of tests derives from this and from TestCase, and has `address`, `options` and `environment`."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.work = Path(tempfile.mkdtemp(prefix="photokit-remote-"))
        cls.addClassCleanup(shutil.rmtree, cls.work, True)
        cls.server = cls.serve()
        cls.addClassCleanup(cls.server.end)

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.library = self.folder / "Test.photolib"
        self.photokit("init")
        pictures = self.folder / "pictures"
        pictures.mkdir()
        for number in range(12):
            self.picture(pictures, number)
        self.photokit("import", "--no-previews", str(pictures))

    def picture(self, folder: Path, number: int, size: int = 0) -> None:
        comment = b"\xff\xfe\x00\x0a" + b"%08d" % number
        (folder / f"IMG_{number:04}.JPG").write_bytes(SAMPLE[:2] + comment + SAMPLE[2:] + bytes(size))

    def photokit(self, *arguments: str, code: int = 0, library: Path | None = None, typed: str = "", **environment: str) -> subprocess.CompletedProcess:
        done = subprocess.run(
            [PHOTOKIT, *arguments], capture_output=True, text=True, timeout=90, input=typed,
            env={
                "PATH": os.environ["PATH"], "HOME": str(self.folder), "PHOTOKIT_LIBRARY": str(library or self.library),
                "PHOTOKIT_TRANSFER": str(program()), **self.environment, **environment,
            },
        )
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout}{done.stderr}")
        for secret in ("hidden-word", SECRET):
            self.assertNotIn(secret, done.stdout + done.stderr)
        return done

    def originals(self, library: Path) -> dict[str, bytes]:
        return {str(p.relative_to(library)): p.read_bytes() for p in (library / "originals").rglob("*") if p.is_file()}

    def test_a_library_goes_and_comes_back(self) -> None:
        address = self.address("whole")
        self.photokit("remote", "add", address, "--name", "away", *self.options)
        self.photokit("remote", "status", "--at-least", "1", code=1)
        first = json.loads(self.photokit("remote", "sync", "--json").stdout)
        self.assertEqual((first["sentFiles"], first["endProblem"]), (12, None))
        self.assertEqual(json.loads(self.photokit("remote", "sync", "--json").stdout)["sentFiles"], 0)
        self.photokit("remote", "status", "--at-least", "1")
        more = self.folder / "more"
        more.mkdir()
        self.picture(more, 100, 9 << 20)
        self.photokit("import", "--no-previews", str(more))
        self.photokit("album", "create", "Away")
        again = json.loads(self.photokit("remote", "sync", "--json").stdout)
        self.assertEqual(again["sentFiles"], 1)
        checked = json.loads(self.photokit("remote", "check", "away", "--read", "--json").stdout)
        self.assertEqual((checked["wholeFiles"], checked["lostFiles"], checked["orphans"], checked["databases"]), (13, 0, 0, 2))

        back = self.folder / "Back.photolib"
        self.photokit("remote", "restore", address, str(back), *self.options)
        self.assertEqual(self.originals(back), self.originals(self.library))
        self.photokit("check", "--read", library=back)
        self.assertIn("Away", self.photokit("albums", library=back).stdout)
        self.photokit("album", "create", "Mine", library=back)
        refused = self.photokit("remote", "sync", library=back, code=8)
        self.assertIn("photokit remote adopt away", refused.stderr)
        self.photokit("remote", "adopt", "away", library=back)
        self.photokit("remote", "sync", library=back)
        self.photokit("remote", "sync", code=8)

    def test_no_key_is_in_the_library(self) -> None:
        self.photokit("remote", "add", self.address("keys"), *self.options)
        self.photokit("remote", "sync")
        held = b"".join(p.read_bytes() for p in self.library.rglob("*") if p.is_file())
        for secret in (b"hidden-word", SECRET.encode()):
            self.assertNotIn(secret, held)

    def test_an_encrypted_remote_learns_nothing_and_gives_all_back(self) -> None:
        address = self.address("sealed")
        self.photokit("remote", "add", address, "--name", "away", "--encrypt", *self.options)
        pictures = self.folder / "large"
        pictures.mkdir()
        self.picture(pictures, 200, 9 << 20)
        self.photokit("import", "--no-previews", str(pictures))
        self.photokit("album", "create", "Nobody reads this")
        sent = json.loads(self.photokit("remote", "sync", "--json").stdout)
        self.assertEqual((sent["sentFiles"], sent["endProblem"], sent["refusals"]), (13, None, []))
        checked = json.loads(self.photokit("remote", "check", "away", "--read", "--json").stdout)
        self.assertEqual((checked["wholeFiles"], checked["lostFiles"], checked["orphans"], checked["databases"]), (13, 0, 0, 1))
        for name, held in self.stored("sealed").items():
            for known in (b"Nobody reads", b"SQLite format", b"IMG_0", b"openphotokit-remote", SAMPLE[2:40]):
                self.assertNotIn(known, held + name.encode(), name)
            self.assertTrue(held.startswith(b"OPKSEAL1"), name)
        words = self.photokit("remote", "key", "away").stdout
        back = self.folder / "Back.photolib"
        refused = self.photokit("remote", "restore", address, str(back), *self.options, code=2)
        self.assertIn("encrypted", refused.stderr)
        self.photokit("remote", "restore", address, str(back), "--words", *self.options, typed=words)
        self.assertEqual(self.originals(back), self.originals(self.library))
        self.photokit("check", "--read", library=back)
        key = next((self.folder / ".config/openphotokit/keys").iterdir())
        key.rename(self.folder / "key")
        self.assertIn("--from-words", self.photokit("remote", "sync", code=8).stderr)
        self.photokit("remote", "key", "away", "--from-words", typed=words)
        self.assertEqual(key.read_bytes(), (self.folder / "key").read_bytes())
        self.photokit("remote", "sync")

    def test_bad_input_says_what_to_do(self) -> None:
        address = self.address("bad")
        wrong = {name: "wrong" for name in self.environment}
        refused = self.photokit("remote", "add", address, *self.options, code=8, **wrong)
        self.assertRegex(refused.stderr, "does not (accept|know)")
        missing = self.photokit("remote", "restore", address, str(self.folder / "None.photolib"), *self.options, code=8)
        self.assertIn("no remote of a library", missing.stderr)
        self.photokit("remote", "add", address, "--name", "one", *self.options)
        self.photokit("remote", "sync")
        other = self.folder / "Other.photolib"
        self.photokit("init", library=other)
        taken = self.photokit("remote", "add", address, *self.options, code=8, library=other)
        self.assertIn("another library", taken.stderr)
        self.assertFalse((self.folder / "None.photolib").exists())


class ApacheTests(RemoteCommand, unittest.TestCase):
    environment = {"PHOTOKIT_WEBDAV_USER": "me", "PHOTOKIT_WEBDAV_PASSWORD": "hidden-word"}

    @classmethod
    def serve(cls):
        return Apache(cls.work)

    def stored(self, name: str) -> dict[str, bytes]:
        folder = self.work / "dav" / name
        return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    def test_damage_in_an_encrypted_object_is_found_in_each_piece(self) -> None:
        pieces = self.folder / "pieces"
        pieces.mkdir()
        environment = {"TMPDIR": str(pieces)}
        self.photokit("remote", "add", self.address("damaged"), "--name", "away", "--encrypt", *self.options)
        pictures = self.folder / "large"
        pictures.mkdir()
        self.picture(pictures, 300, 13 << 20)
        self.photokit("import", "--no-previews", str(pictures))
        self.photokit("remote", "sync", **environment)
        [large] = [p for p in (self.work / "dav/damaged").rglob("*") if p.stat().st_size > 13 << 20]
        whole = large.read_bytes()
        for position in (0, 3 << 20, 5 << 20, len(whole) - 1):
            damaged = bytearray(whole)
            damaged[position] ^= 1
            large.write_bytes(damaged)
            checked = json.loads(self.photokit("remote", "check", "away", "--read", "--json", code=1, **environment).stdout)
            self.assertEqual((checked["wholeFiles"], checked["lostFiles"]), (12, 1), position)
            sent = json.loads(self.photokit("remote", "sync", "--json", **environment).stdout)
            self.assertEqual((sent["sentFiles"], sent["endProblem"]), (1, None))
            self.assertEqual(large.read_bytes(), whole)
            self.assertEqual(list(pieces.iterdir()), [])
        before = self.originals(self.library)
        self.photokit("remote", "space", "0", "--now", **environment)
        left = [data for name, data in before.items() if not (self.library / name).exists()]
        self.assertEqual([len(data) > 13 << 20 for data in left], [True])
        self.photokit("remote", "space", "--keep-all")
        self.photokit("remote", "fetch", "--all", **environment)
        self.photokit("check", "--read")
        self.assertEqual(self.originals(self.library), before)
        self.assertEqual(list(pieces.iterdir()), [])

    def address(self, name: str) -> str:
        return f"https://localhost:{self.server.encrypted}/dav/{name}"

    @property
    def options(self) -> list[str]:
        return ["--certificates", str(self.server.certificate)]


class CephTests(RemoteCommand, unittest.TestCase):
    environment = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}

    @classmethod
    def serve(cls):
        server = Ceph(cls.work)
        bucket(server.endpoint)
        return server

    def stored(self, name: str) -> dict[str, bytes]:
        remote = {"url": self.address(name), "endpoint": self.server.endpoint}
        transfer = Transfer(program(), environment=self.environment)
        self.addCleanup(transfer.close)
        stored = {}
        for number, item in enumerate(transfer.ask("list", remote)["items"]):
            file = self.folder / f"stored{number}"
            transfer.ask("get", remote, name=item["name"], file=str(file), offset=0, length=item["bytes"])
            stored[item["name"]] = file.read_bytes()
        return stored

    def address(self, name: str) -> str:
        return f"s3://photos/{name}"

    @property
    def options(self) -> list[str]:
        return ["--endpoint", self.server.endpoint]


if __name__ == "__main__":
    signal.alarm(900)
    unittest.main(verbosity=2)
