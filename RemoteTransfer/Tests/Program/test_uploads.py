"""Uploads to addresses of the caller's choice, against servers that redirect, refuse, are busy, and end connections."""

import os
import ssl
import subprocess
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from exercise import Failed, Transfer, digest, main, program, unittest

SECRETS = {"Authorization": "Bearer hidden-key", "Cookie": "a=hidden-cookie", "X-Own": "hidden-field", "Content-Type": "image/jpeg"}
# A busy machine is no stall, and what is to be overcome needs patience.
PATIENT = ["--contact", "60", "--patience", "60"]


class UploadServer(ThreadingHTTPServer):
    """Takes what is sent, and gives the answers that it was told, one for each request; then 201."""

    daemon_threads = True

    def __init__(self, certificate: Path | None = None):
        self.answers: list[tuple[int, dict[str, str]] | str] = []
        self.seen: list[tuple[str, str, dict[str, str], bytes]] = []
        super().__init__(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def handle_error(self, request, address) -> None:
        pass

    def end(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: UploadServer

    def log_message(self, *arguments) -> None:
        pass

    def __getattr__(self, name: str):
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def answer(self) -> None:
        answer = self.server.answers.pop(0) if self.server.answers else (201, {"X-Kept": "Yes"})
        length = int(self.headers.get("content-length", 0))
        if answer == "early":
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()
            self.close_connection = True
            return
        if answer == "cut":
            self.rfile.read(length // 2)
            self.close_connection = True
            return
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append((self.command, self.path, headers, body))
        if answer == "close":
            self.close_connection = True
            return
        if answer == "half":
            self.send_response(201)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"<html>")
            self.close_connection = True
            return
        status, fields = answer
        self.send_response(status)
        page = b"<html>" if self.command != "HEAD" and status != 204 else b""
        for name, value in {**fields, **({"Content-Length": str(len(page))} if status != 204 else {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(page)


class UploadTests(unittest.TestCase):
    options = PATIENT

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.server = self.served()
        self.transfer = Transfer(program(), *self.options)
        self.addCleanup(self.finish)
        self.data = os.urandom(700_000)
        self.file = self.folder / "photo.jpg"
        self.file.write_bytes(self.data)

    def served(self, certificate: Path | None = None) -> UploadServer:
        server = UploadServer(certificate)
        self.addCleanup(server.end)
        return server

    def finish(self) -> None:
        self.transfer.close()
        said = b"".join(self.transfer.output) + self.transfer.errors
        self.assertNotIn(b"hidden", said)

    def upload(self, path: str = "/dav/hidden-place/IMG_1.jpg?key=hidden-query", method: str = "PUT", **parts) -> dict:
        self.transfer.next += 1
        data = self.file.read_bytes()
        self.transfer.send({
            "id": self.transfer.next, "do": "upload", "url": path if "://" in path else self.server.url + path, "method": method,
            "headers": SECRETS, "file": str(self.file), "bytes": len(data), "sha256": digest(data), **parts,
        })
        return self.transfer.wait(self.transfer.next)

    def fails(self, code: str, *arguments, **parts) -> None:
        with self.assertRaises(Failed) as caught:
            self.upload(*arguments, **parts)
        self.assertEqual(caught.exception.code, code, caught.exception)
        self.assertTrue(caught.exception.reply["sentence"].endswith("."))

    def test_a_file_arrives_with_its_fields_and_its_length(self) -> None:
        for method, size in (("PUT", 700_000), ("POST", 1), ("PATCH", 0), ("X-OWN", 5_000_000)):
            self.data = os.urandom(size)
            self.file.write_bytes(self.data)
            done = self.upload(method=method)
            self.assertEqual((done["status"], done["bytes"], done["headers"]["x-kept"]), (201, size, "Yes"))
            command, path, headers, body = self.server.seen[-1]
            self.assertEqual((command, path), (method, "/dav/hidden-place/IMG_1.jpg?key=hidden-query"))
            self.assertEqual(body, self.data)
            self.assertEqual(headers["content-length"], str(size))
            for name, value in SECRETS.items():
                self.assertEqual(headers[name.lower()], value)

    def test_any_answer_is_a_result(self) -> None:
        for status in (200, 204, 207, 400, 401, 403, 404, 405, 409, 412, 413, 415, 423, 501, 507):
            self.server.answers = [(status, {"X-Number": str(status)})]
            done = self.upload()
            self.assertEqual((done["status"], done["headers"]["x-number"]), (status, str(status)))
        self.assertEqual(len(self.server.seen), 15)

    def test_answers_and_connections_that_pass_are_overcome(self) -> None:
        for answer in ((503, {"Retry-After": "0"}), (429, {}), (500, {}), (502, {}), (504, {}), (408, {}), "cut", "close"):
            self.server.answers = [answer, answer]
            self.assertEqual(self.upload()["status"], 201, answer)
            self.assertEqual(self.server.seen[-1][3], self.data)

    def test_a_server_that_stays_busy_ends_with_its_answer(self) -> None:
        self.server.answers = [(503, {"Retry-After": "3600"})]
        done = self.upload()
        self.assertEqual((done["status"], done["headers"]["retry-after"]), (503, "3600"))
        self.assertEqual(len(self.server.seen), 1)

    def test_an_answer_that_is_cut_off_after_its_fields_counts(self) -> None:
        self.server.answers = ["half"]
        self.assertEqual(self.upload()["status"], 201)
        self.assertEqual([body for *_, body in self.server.seen], [self.data])

    def test_a_success_before_the_whole_file_is_none(self) -> None:
        # More than the buffers of a connection hold.
        self.data = os.urandom(1 << 20) * 64
        self.file.write_bytes(self.data)
        self.server.answers = ["early"]
        self.assertEqual(self.upload()["status"], 201)
        self.assertEqual([body == self.data for *_, body in self.server.seen], [True])

    def test_a_redirect_keeps_method_and_file(self) -> None:
        for status in (301, 302, 307, 308):
            self.server.answers = [(status, {"Location": "/elsewhere?a=b"})]
            self.assertEqual(self.upload()["status"], 201)
            command, path, headers, body = self.server.seen[-1]
            self.assertEqual((command, path, body), ("PUT", "/elsewhere?a=b", self.data))
            self.assertEqual(headers["authorization"], "Bearer hidden-key")

    def test_a_redirect_to_another_port_gets_the_file_alone(self) -> None:
        other = self.served()
        self.server.answers = [(307, {"Location": f"{other.url}/there"})]
        other.answers = [(307, {"Location": f"{self.server.url}/back"})]
        self.assertEqual(self.upload()["status"], 201)
        for command, path, headers, body in (other.seen[-1], self.server.seen[-1]):
            self.assertEqual((command, body), ("PUT", self.data))
            self.assertNotIn("hidden", str(headers))
            self.assertFalse({"authorization", "cookie", "x-own", "content-type"} & set(headers), path)

    def test_a_redirect_with_303_is_read_without_the_file(self) -> None:
        self.server.answers = [(303, {"Location": "/done"}), (200, {"X-Page": "1"})]
        done = self.upload(method="POST")
        self.assertEqual((done["status"], done["headers"]["x-page"]), (200, "1"))
        self.assertEqual(self.server.seen[-1][:2] + (self.server.seen[-1][3],), ("GET", "/done", b""))

    def test_a_circle_of_redirects_ends(self) -> None:
        self.server.answers = [(307, {"Location": "/again"})] * 9
        self.assertEqual(self.upload()["status"], 307)
        self.assertEqual(len(self.server.seen), 6)

    def test_tls_is_verified_and_never_left(self) -> None:
        pem = self.folder / "server.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=here", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", self.folder / "key.pem", "-out", self.folder / "only.pem"],
            check=True, capture_output=True,
        )
        pem.write_bytes((self.folder / "key.pem").read_bytes() + (self.folder / "only.pem").read_bytes())
        encrypted = self.served(pem)
        self.fails("unknownCertificate", encrypted.url + "/x")
        self.assertEqual(encrypted.seen, [])
        trusted = {"certificates": str(self.folder / "only.pem")}
        self.assertEqual(self.upload(encrypted.url + "/x", **trusted)["status"], 201)
        encrypted.answers = [(307, {"Location": f"{self.server.url}/open"})]
        self.assertEqual(self.upload(encrypted.url + "/x", **trusted)["status"], 307)
        self.assertEqual(self.server.seen, [])

    def test_without_encryption_this_machine_alone_is_reached(self) -> None:
        self.fails("unsupported", "http://example.invalid/x")
        self.server.answers = [(307, {"Location": "http://example.invalid/x"})]
        self.assertEqual(self.upload()["status"], 307)

    def test_a_name_in_the_address_is_sent_as_authorization(self) -> None:
        url = self.server.url.replace("://", "://me:hidden%20word@") + "/x"
        self.assertEqual(self.upload(url, headers={})["status"], 201)
        self.assertEqual(self.server.seen[-1][2]["authorization"], "Basic bWU6aGlkZGVuIHdvcmQ=")

    def test_a_file_that_is_another_is_not_sent_whole(self) -> None:
        self.fails("changed", sha256=digest(b"another"))
        self.fails("changed", bytes=5)
        self.fails("localFile", file=str(self.folder))
        self.assertEqual([body for *_, body in self.server.seen if len(body) == len(self.data)], [])

    def test_an_upload_is_cancelled(self) -> None:
        self.server.answers = [(503, {"Retry-After": "30"})]
        self.transfer.next += 1
        self.transfer.send({
            "id": self.transfer.next, "do": "upload", "url": self.server.url + "/x", "method": "PUT", "headers": SECRETS,
            "file": str(self.file), "bytes": len(self.data),
        })
        while not self.server.seen:
            time.sleep(0.01)
        self.transfer.send({"cancel": self.transfer.next})
        with self.assertRaises(Failed) as caught:
            self.transfer.wait(self.transfer.next)
        self.assertEqual(caught.exception.code, "cancelled")

    def test_memory_does_not_grow_with_the_file(self) -> None:
        with open(self.file, "wb") as file:
            file.truncate(200 << 20)
        self.transfer.send({
            "id": 99, "do": "upload", "url": self.server.url + "/x", "method": "PUT", "headers": {}, "file": str(self.file),
            "bytes": 200 << 20,
        })
        self.assertEqual(self.transfer.wait(99)["status"], 201)
        self.assertLess(self.transfer.peak_memory(), 80 << 20)


if __name__ == "__main__":
    main()
