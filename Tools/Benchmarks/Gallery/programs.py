"""Owns the programs that are measured: the server of the page, and another program that commits."""

import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.parse

PROGRAMS = pathlib.Path(os.environ.get("GALLERY_PROGRAMS", "."))
PAGE = pathlib.Path(__file__).resolve().parents[3] / "Page"
DATE = "2031-01-01"


class Server:
    """`photokit-serve` over a library, on a free port, with a state folder of its own."""

    def __init__(self, library, *options, core=None):
        self.state = tempfile.mkdtemp(prefix="gallery-state-")
        command = [str(PROGRAMS / "photokit-serve"), "--library", str(library), "--port", "0",
                   "--page", str(PAGE), "--state", self.state, *options]
        if core is not None:
            command = ["taskset", "-c", str(core), *command]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.match(r"(https?)://([^:/]+):(\d+)/#code=(\S+)", line)
        if not found:
            self.log.seek(0)
            raise SystemExit(f"The server did not start: {line}{self.log.read()[-2000:]}")
        self.scheme, self.host, port, code = found.groups()
        self.port = int(port)
        self.address = f"{self.scheme}://{self.host}:{port}"
        # What changes need beside the cookie, by the cookie.
        self.tokens = {}
        self.cookie = self.sign_in(code=code)

    def connection(self, timeout=120):
        if self.scheme == "https":
            import ssl
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            return http.client.HTTPSConnection(self.host, self.port, timeout=timeout, context=context)
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def request(self, method, path, body=None, cookie=None):
        """Sends a request; returns the answer's headers and bytes."""
        connection = self.connection()
        cookie = self.cookie if cookie is None else cookie
        headers = {"Cookie": cookie, "Origin": self.address, "Photokit-Token": self.tokens.get(cookie, "")}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {data[:300]}")
        connection.close()
        return answer, data

    def get(self, path, cookie=None):
        return json.loads(self.request("GET", path, cookie=cookie)[1])

    def post(self, path, body, cookie=None):
        return json.loads(self.request("POST", path, body, cookie)[1])

    def sign_in(self, **secret):
        """Opens a session; returns its cookie."""
        # With a cookie, the server would end the session that it had before.
        answer, data = self.request("POST", "/api/session", secret, cookie="")
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.tokens[cookie] = json.loads(data).get("token", "")
        return cookie

    def wait_until_read(self):
        """Waits until the list of all photos is read, and returns what is known of it."""
        return self.get("/api/views/all")

    def link_to(self, ids):
        """Makes a share link to some photos; returns the cookie of somebody who follows it."""
        made = self.post("/api/links", {"of": {"ids": ids}, "title": "Figures", "ends": DATE})
        return self.sign_in(link=urllib.parse.unquote(made["url"].split("link=")[1]))

    @property
    def pid(self):
        """The process of the server itself."""
        return self.process.pid

    def resident_kilobytes(self):
        text = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text).group(1))

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.state, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Committer:
    """Another program that has the library open and commits when it is told to."""

    def __init__(self, library):
        self.process = subprocess.Popen(
            [str(PROGRAMS / "photokit-dev"), "commits", str(library)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit("The program that commits did not start.")

    def commit(self, *words):
        """Commits a change; returns the times before and after the commit, in milliseconds since 1970."""
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().split()
        if len(line) != 2:
            raise SystemExit(f"The program that commits ended at {words}.")
        return tuple(int(word) / 1000 for word in line)

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)

    def __enter__(self):
        # The first commit of a process opens more than later ones do.
        self.commit("favorite", 0)
        self.commit("favorite", 0)
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self.close()


def make_libraries(folder, sizes, one_day=False):
    """Makes generated libraries where they are missing; returns their folders."""
    command = [str(PROGRAMS / "photokit-dev"), "gallery", str(folder), *sizes]
    if one_day:
        command.append("--one-day")
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(text, end="", flush=True)
    return [pathlib.Path(line.split(", made")[0]) for line in text.splitlines()]
