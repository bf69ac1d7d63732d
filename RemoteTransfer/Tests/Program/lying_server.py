"""A server of S3 or WebDAV on the loopback that keeps objects in memory, and lies when it is told to.

`server.lie(kind, times, on=…)` makes the next answers lies. The kinds are the methods whose names begin with `lie_`.
"""

import contextlib
import hashlib
import io
import ssl
import threading
import time
import uuid
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.sax.saxutils import escape

import signature

KEYS = {"KEYID": "secret/key+of=test"}
PASSWORD = "Basic bWU6aGlkZGVuLXdvcmQ="  # me:hidden-word
PAGE = b"<html><body>Welcome to the hotel. Please sign in.</body></html>"


class LyingServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, service: str, certificate: str | None = None, keys: bool = True):
        self.service, self.keys = service, keys
        self.objects: dict[str, bytes] = {}
        self.folders = {"/", "/dav"}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.names: dict[str, str] = {}
        self.lies: list[list] = []
        self.seen: list[str] = []
        self.region = "us-east-1"
        self.release = threading.Event()
        self.lock = threading.RLock()
        self.answering = 0
        super().__init__(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.scheme = "https" if certificate else "http"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def remote(self) -> dict:
        address = f"{self.scheme}://127.0.0.1:{self.server_address[1]}"
        if self.service == "s3":
            return {"url": "s3://photos/my library", "endpoint": address}
        return {"url": f"{address}/dav/my%20library"}

    def path(self, name: str) -> str:
        return ("/photos/my library/" if self.service == "s3" else "/dav/my library/") + name

    def lie(self, kind: str, times: int = 1, on: str = "") -> None:
        with self.lock:
            self.lies.append([kind, times, on])

    def next_lie(self, method: str) -> str | None:
        with self.lock:
            for lie in self.lies:
                if lie[1] > 0 and (not lie[2] or method in lie[2].split()):
                    lie[1] -= 1
                    return lie[0]
        return None

    def wait_until_quiet(self) -> None:
        """Waits until no request is being answered: a client that was killed may have sent all of one."""
        while self.answering:
            time.sleep(0.01)

    def end(self) -> None:
        self.release.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request, address) -> None:
        pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LyingServer

    def log_message(self, *arguments) -> None:
        pass

    def __getattr__(self, name: str):
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def answer(self) -> None:
        with self.server.lock:
            self.server.answering += 1
        try:
            self.answer_one()
        finally:
            with self.server.lock:
                self.server.answering -= 1

    def answer_one(self) -> None:
        server = self.server
        lie = server.next_lie(self.command)
        length = int(self.headers.get("content-length", 0))
        if lie == "cut" and self.command == "PUT":
            self.rfile.read(length // 2)
            self.close_connection = True
            return
        self.body = self.rfile.read(length)
        if len(self.body) < length:
            self.close_connection = True
            return
        self.path_name, _, self.query_text = self.path.partition("?")
        self.name = unquote(self.path_name)
        with server.lock:
            server.seen.append(f"{self.command} {self.path}")
        if lie and hasattr(self, f"lie_{lie}"):
            if getattr(self, f"lie_{lie}")():
                return
            lie = None
        self.lie = lie
        answer = self.s3 if server.service == "s3" else self.dav
        if lie != "late":
            return answer()
        # The request takes effect at once, and the answer comes late.
        output, self.wfile = self.wfile, io.BytesIO()
        try:
            answer()
            time.sleep(1)
            output.write(self.wfile.getvalue())
        finally:
            self.wfile = output

    @contextlib.contextmanager
    def kept_answer(self):
        """Keeps what is answered until the end: a client that reads nothing would hold the lock that is taken inside."""
        output, self.wfile = self.wfile, io.BytesIO()
        try:
            yield
        finally:
            kept, self.wfile = self.wfile.getvalue(), output
        output.write(kept)

    def send(self, status: int, body: bytes = b"", **headers) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 204:
            self.send_header("Content-Length", headers.pop("content_length", len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def error(self, status: int, code: str, more: str = "", **headers) -> None:
        text = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>AWSAccessKeyId hidden</Message>{more}</Error>"
        self.send(status, text.encode(), Content_Type="application/xml", **headers)

    # Lies that are answers. They return whether they have answered.

    def lie_portal(self) -> bool:
        self.send(200, PAGE, Content_Type="text/html")
        return True

    def lie_portal_redirect(self) -> bool:
        self.send(302, PAGE, Content_Type="text/html", Location="http://127.0.0.1:1/login")
        return True

    def lie_page404(self) -> bool:
        self.send(404, PAGE, Content_Type="text/html")
        return True

    def lie_busy(self) -> bool:
        self.error(503, "SlowDown", Retry_After="1")
        return True

    def lie_busy_long(self) -> bool:
        self.error(503, "SlowDown", Retry_After="3000")
        return True

    def lie_broken(self) -> bool:
        self.error(500, "InternalError")
        return True

    def lie_full(self) -> bool:
        self.error(507, "QuotaExceeded")
        return True

    def lie_denied(self) -> bool:
        self.error(403, "AccessDenied")
        return True

    def lie_clock(self) -> bool:
        self.error(403, "RequestTimeTooSkewed")
        return True

    def lie_other_region(self) -> bool:
        self.error(400, "AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>")
        return True

    def lie_moved(self) -> bool:
        self.error(301, "PermanentRedirect", x_amz_bucket_region="eu-west-1")
        return True

    def lie_stall(self) -> bool:
        self.server.release.wait(30)
        self.close_connection = True
        return True

    def lie_close(self) -> bool:
        self.close_connection = True
        return True

    def lie_nonsense(self) -> bool:
        self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
        self.close_connection = True
        return True

    def lie_nothing_stored(self) -> bool:
        if self.server.service == "s3":
            self.send(200, ETag='"1"')
        else:
            self.send(201)
        return True

    def lie_completed_with_error(self) -> bool:
        self.error(200, "InternalError")
        return True

    def lie_made_meanwhile(self) -> bool:
        self.server.folders.add(self.name.rstrip("/"))
        self.send(403)
        return True

    def lie_gone(self) -> bool:
        with self.server.lock:
            self.server.objects.pop(self.name, None)
        return False

    def lie_empty_list(self) -> bool:
        self.send(200, b"<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>")
        return True

    # Objects

    def send_object(self) -> None:
        data = self.server.objects.get(self.name)
        if data is None:
            if self.server.service == "s3":
                return self.error(404, "NoSuchKey")
            return self.send(404, PAGE, Content_Type="text/html")
        lie = self.lie
        tag = '"' + hashlib.md5(data).hexdigest() + '"'
        wanted = self.headers.get("range")
        if lie == "new_version":
            # Other bytes of the same length, under another tag, whatever If-Range says.
            data = bytes(255 - byte for byte in data)
            tag = f'"{uuid.uuid4().hex}"'
        elif lie == "swap":
            data = data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1:]
        elif lie == "short":
            data = data[:-1]
        elif lie == "long":
            data += b"x"
        elif lie == "no_range":
            wanted = None
        elif self.headers.get("if-range", tag) != tag:
            wanted = None
        status, part, headers = 200, data, {}
        if wanted:
            first, last = wanted.removeprefix("bytes=").split("-")
            first, last = int(first), min(int(last), len(data) - 1)
            if first >= len(data):
                return self.send(416)
            if lie == "other_part":
                first -= 1
            part = data[first:last + 1]
            status, headers = 206, {"Content_Range": f"bytes {first}-{last}/{len(data)}"}
        headers |= {"ETag": tag, "Last_Modified": formatdate(0, usegmt=True), "Content_Type": "image/jpeg"}
        if lie in ("cut", "stall_middle"):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", len(part))
            self.end_headers()
            self.wfile.write(part[: len(part) // 2])
            self.wfile.flush()
            if lie == "stall_middle":
                self.server.release.wait(30)
            self.close_connection = True
            return
        self.send(status, part, **headers)
        if lie == "twice":
            self.send(status, part, **headers)

    # S3

    def s3(self) -> None:
        server, method = self.server, self.command
        headers = {name.lower(): value for name, value in self.headers.items()}
        problem = signature.problem(method, self.path, headers, self.body, KEYS)
        if problem:
            return self.error(403, problem)
        if server.region != "us-east-1" and f"/{server.region}/s3/" not in headers["authorization"]:
            more = f"<Region>{server.region}</Region>"
            return self.error(400, "AuthorizationHeaderMalformed", more, x_amz_bucket_region=server.region)
        if self.name.split("/")[1] != "photos":
            return self.error(404, "NoSuchBucket")
        query = {name: values[0] for name, values in parse_qs(self.query_text, keep_blank_values=True).items()}
        if method == "GET" and "uploadId" in query:
            return self.s3_parts(query)
        if method in ("GET", "HEAD") and "list-type" not in query and "uploads" not in query:
            return self.send_object()
        with self.kept_answer(), server.lock:
            if method == "GET" and "uploads" in query:
                return self.s3_uploads(query["prefix"])
            if method == "GET":
                return self.s3_list(query)
            if method == "DELETE" and "uploadId" in query:
                server.uploads.pop(query["uploadId"], None)
                return self.send(204)
            if method == "DELETE":
                server.objects.pop(self.name, None)
                return self.send(204)
            if method == "POST" and "uploads" in query:
                identifier = uuid.uuid4().hex + "/+="
                server.uploads[identifier] = {}
                server.names[identifier] = self.name.removeprefix("/photos/")
                text = f"<InitiateMultipartUploadResult><UploadId>{identifier}</UploadId></InitiateMultipartUploadResult>"
                return self.send(200, text.encode())
            if method == "POST":
                parts = server.uploads.pop(query["uploadId"], None)
                if parts is None:
                    return self.error(404, "NoSuchUpload")
                server.objects[self.name] = b"".join(parts[number] for number in sorted(parts))
                if self.lie == "lost_answer":
                    self.close_connection = True
                    return None
                text = b"<CompleteMultipartUploadResult><ETag>\"x-2\"</ETag></CompleteMultipartUploadResult>"
                return self.send(200, b"  \n" + text)
            if "uploadId" in query:
                if query["uploadId"] not in server.uploads:
                    return self.error(404, "NoSuchUpload")
                server.uploads[query["uploadId"]][int(query["partNumber"])] = self.body
            else:
                server.objects[self.name] = self.body
            self.send(200, ETag=f'"{hashlib.md5(self.body).hexdigest()}"')

    def s3_uploads(self, prefix: str) -> None:
        text = "".join(
            f"<Upload><Key>{quote(self.server.names[identifier], safe='/')}</Key><UploadId>{identifier}</UploadId>"
            f"<Initiated>2026-11-23T10:00:{number:02}.000Z</Initiated></Upload>"
            for number, identifier in enumerate(self.server.uploads) if self.server.names[identifier].startswith(prefix)
        )
        self.send(200, f"<ListMultipartUploadsResult><EncodingType>url</EncodingType>{text}</ListMultipartUploadsResult>".encode())

    def s3_parts(self, query: dict[str, str]) -> None:
        parts = self.server.uploads.get(query["uploadId"])
        if parts is None:
            return self.error(404, "NoSuchUpload")
        numbers = [number for number in sorted(parts) if number > int(query.get("part-number-marker", 0))]
        page = numbers[:3]
        text = "".join(
            f'<Part><PartNumber>{number}</PartNumber><Size>{len(parts[number])}</Size><ETag>"{hashlib.md5(parts[number]).hexdigest()}"</ETag></Part>'
            for number in page
        )
        more = "true" if len(numbers) > 3 else "false"
        last = f"<NextPartNumberMarker>{page[-1]}</NextPartNumberMarker>" if page else ""
        self.send(200, f"<ListPartsResult><IsTruncated>{more}</IsTruncated>{last}{text}</ListPartsResult>".encode())

    def s3_list(self, query: dict[str, str]) -> None:
        after = query.get("continuation-token") or query.get("start-after", "")
        bucket = "/photos/"
        names = sorted(
            (name.removeprefix(bucket).encode() for name in self.server.objects),
        )
        names = [n for n in names if n.startswith(query["prefix"].encode()) and n > after.encode()]
        most = min(int(query["max-keys"]), 7)
        page, rest = names[:most], names[most:]
        text = "".join(
            f"<Contents><Key>{quote(n, safe='/')}</Key><Size>{len(self.server.objects[bucket + n.decode()])}</Size>"
            "<LastModified>2026-11-23T10:00:00.000Z</LastModified></Contents>" for n in page
        )
        token = f"<NextContinuationToken>{escape(page[-1].decode())}</NextContinuationToken>" if rest else ""
        self.send(200, (
            f"<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>{'true' if rest else 'false'}</IsTruncated>"
            f"{token}{text}</ListBucketResult>"
        ).encode())

    # WebDAV

    def dav(self) -> None:
        server, method = self.server, self.command
        if server.keys and self.headers.get("authorization") != PASSWORD:
            return self.send(401, WWW_Authenticate='Basic realm="photos"')
        name = self.name.rstrip("/") or "/"
        parent = name.rsplit("/", 1)[0] or "/"
        if method == "GET":
            return self.send_object()
        with self.kept_answer(), server.lock:
            if method == "PROPFIND":
                return self.propfind(name)
            if method == "MKCOL":
                if name in server.folders:
                    return self.send(405)
                if parent not in server.folders:
                    return self.send(409)
                server.folders.add(name)
                return self.send(201)
            if method == "DELETE":
                if name in server.folders:
                    raise RuntimeError("A folder would be deleted.")
                return self.send(204 if server.objects.pop(name, None) is not None else 404)
            if method == "PUT":
                if parent not in server.folders:
                    return self.send(409)
                server.objects[name] = self.body
                return self.send(201)
            if method == "MOVE":
                target = unquote(urlsplit(self.headers["destination"]).path)
                if name not in server.objects:
                    return self.send(404)
                if (target.rsplit("/", 1)[0] or "/") not in server.folders:
                    return self.send(409)
                if target in server.objects and self.headers.get("overwrite") == "F":
                    return self.send(412)
                server.objects[target] = server.objects.pop(name)
                if self.lie == "lost_answer":
                    self.close_connection = True
                    return None
                return self.send(201)
            return self.send(405)

    def propfind(self, name: str) -> None:
        server = self.server
        if name not in server.folders and name not in server.objects:
            return self.send(404)
        found = [name]
        if self.headers["depth"] == "1":
            found += [n for n in [*server.folders, *server.objects] if n != "/" and (n.rsplit("/", 1)[0] or "/") == name]
        text = ""
        for path in found:
            properties = "<D:resourcetype><D:collection/></D:resourcetype>"
            if path in server.objects:
                properties = f"<D:resourcetype/><D:getcontentlength>{len(server.objects[path])}</D:getcontentlength>"
            href = quote(path) + ("/" if path in server.folders and path != "/" else "")
            text += (
                f"<D:response><D:href>{href}</D:href><D:propstat><D:prop>{properties}</D:prop>"
                "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
            )
        self.send(207, f"<D:multistatus xmlns:D='DAV:'>{text}</D:multistatus>".encode(), Content_Type="application/xml")
