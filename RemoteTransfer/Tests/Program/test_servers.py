"""The program against real servers, which the tests start: Apache's mod_dav, and the S3 gateway of Ceph.

test_servers.py [Apache|Ceph …]
"""

import shutil
import signal
import tempfile
import time
from pathlib import Path

from apache import Apache
from ceph import KEY, SECRET, Ceph
from exercise import Exercise, Transfer, digest, program, unittest


class Server(Exercise):
    program = program()

    @classmethod
    def setUpClass(cls) -> None:
        cls.work = Path(tempfile.mkdtemp(prefix="photokit-server-"))
        cls.addClassCleanup(shutil.rmtree, cls.work, True)
        cls.server = cls.serve()
        cls.addClassCleanup(cls.server.end)


class ApacheTests(Server, unittest.TestCase):
    environment = {"PHOTOKIT_WEBDAV_USER": "me", "PHOTOKIT_WEBDAV_PASSWORD": "hidden-word"}

    @classmethod
    def serve(cls):
        return Apache(cls.work)

    @property
    def remote(self) -> dict:
        return {"url": f"http://127.0.0.1:{self.server.plain}/dav/my library".replace(" ", "%20")}

    def test_keys_that_are_wrong(self) -> None:
        with Transfer(self.program, environment={**self.environment, "PHOTOKIT_WEBDAV_PASSWORD": "other"}) as other:
            self.fails("wrongKey", other.ask, "probe", self.remote)
        self.fails("noBucket", self.transfer.ask, "probe", {**self.remote, "url": self.remote["url"] + "/none/of/these"})


class EncryptedApacheTests(ApacheTests):
    @property
    def remote(self) -> dict:
        return {"url": f"https://localhost:{self.server.encrypted}/dav/library", "certificates": str(self.server.certificate)}

    def test_an_unknown_certificate(self) -> None:
        self.fails("unknownCertificate", self.transfer.ask, "probe", {"url": self.remote["url"]})


class CephTests(Server, unittest.TestCase):
    environment = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}

    @classmethod
    def serve(cls):
        server = Ceph(cls.work)
        cls.endpoint = server.endpoint
        return server

    @property
    def remote(self) -> dict:
        return {"url": "s3://photos/my library", "endpoint": self.endpoint}

    def setUp(self) -> None:
        super().setUp()
        bucket(self.endpoint)

    def test_keys_and_places_that_are_wrong(self) -> None:
        for changed in ({"AWS_SECRET_ACCESS_KEY": "other"}, {"AWS_ACCESS_KEY_ID": "NOBODY"}):
            with Transfer(self.program, environment={**self.environment, **changed}) as other:
                self.fails("wrongKey", other.ask, "probe", self.remote)
                self.fails("wrongKey", other.ask, "look", self.remote, name="a")
        self.fails("noBucket", self.transfer.ask, "probe", {**self.remote, "url": "s3://elsewhere"})

    def test_uploads_continue_after_a_kill(self) -> None:
        file, data = self.make("large", self.large)
        with Transfer(self.program, environment=self.environment) as killed:
            number = killed.start("put", {**self.remote, "rate": 40e6}, name="continued", file=str(file), bytes=len(data), sha256=digest(data))
            while max(killed.progress.get(number, [0])) < 60_000_000:
                time.sleep(0.01)
            killed.kill()
        start = time.monotonic()
        self.transfer.put({**self.remote, "rate": 8e6}, "continued", file, data)
        # All bytes again would take nine seconds.
        self.assertLess(time.monotonic() - start, 6)
        self.transfer.prove(self.remote, "continued", data)
        self.transfer.ask("delete", self.remote, name="continued")


def bucket(endpoint: str) -> None:
    """Makes the bucket `photos`, with a signature of its own making."""
    import datetime
    import hashlib
    import hmac
    import urllib.error
    import urllib.request

    host = endpoint.removeprefix("http://")
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    empty = hashlib.sha256(b"").hexdigest()
    names = "host;x-amz-content-sha256;x-amz-date"
    canonical = f"PUT\n/photos\n\nhost:{host}\nx-amz-content-sha256:{empty}\nx-amz-date:{now}\n\n{names}\n{empty}"
    scope = f"{now[:8]}/us-east-1/s3/aws4_request"
    text = f"AWS4-HMAC-SHA256\n{now}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = ("AWS4" + SECRET).encode()
    for part in (now[:8], "us-east-1", "s3", "aws4_request", text):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    request = urllib.request.Request(f"{endpoint}/photos", method="PUT", headers={
        "x-amz-date": now, "x-amz-content-sha256": empty,
        "authorization": f"AWS4-HMAC-SHA256 Credential={KEY}/{scope}, SignedHeaders={names}, Signature={key.hex()}",
    })
    urllib.request.urlopen(request, timeout=60).read()


if __name__ == "__main__":
    signal.alarm(900)
    unittest.main(verbosity=1)
