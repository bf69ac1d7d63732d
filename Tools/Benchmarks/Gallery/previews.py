"""Previews from one core, beside nginx with the same bytes as files."""

import pathlib
import re
import socket
import subprocess
import tempfile
import time

from figures import median
from programs import Server

# A client may send 4,000 requests at once; each run is one of a new device.
REQUESTS = 3500
PICTURES = 500


def certificate(folder):
    """A certificate for the loopback."""
    key, file = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(file)],
                   check=True, stderr=subprocess.DEVNULL)
    return file, key


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Nginx:
    """nginx with one worker, on one core where one is given, over the files of a folder."""

    def __init__(self, folder, files, key, core):
        self.port = port = free_port()
        configuration = folder / f"nginx-{port}.conf"
        secure = f"ssl http2; ssl_certificate {files}; ssl_certificate_key {key}" if key else ""
        configuration.write_text(f"""
            worker_processes 1; pid {folder}/nginx-{port}.pid; error_log {folder}/nginx.log; daemon off; user root;
            events {{ worker_connections 512; }}
            http {{
              access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types {{ text/html html; }} default_type image/jpeg;
              client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
              server {{ listen 127.0.0.1:{port} {secure}; root {folder}/files; }}
            }}""")
        command = ["nginx", "-c", str(configuration)]
        if core is not None:
            command = ["taskset", "-c", str(core), *command]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until = time.time() + 20
        while time.time() < until:
            with socket.socket() as connection:
                if connection.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit(f"nginx did not start:\n{(folder / 'nginx.log').read_text()}")

    def close(self):
        self.process.terminate()
        self.process.wait()


def load(address, list_of_paths, is_http2, core, token=""):
    """Requests a second of one run of h2load."""
    command = ["taskset", "-c", str(core), "h2load", "-n", str(REQUESTS), "-B", address, "-i", str(list_of_paths)]
    command += ["-c", "4", "-m", "16"] if is_http2 else ["--h1", "-c", "8"]
    if token:
        command += ["-H", f"authorization: Bearer {token}"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    codes = re.search(r"status codes: (\d+) 2xx", text)
    if not codes or int(codes.group(1)) != REQUESTS:
        raise SystemExit(f"Not all requests to {address} were answered:\n{text}")
    return float(re.search(r"([\d.]+) req/s", text).group(1))


def compare(library, is_http2, rounds, server_core=0, load_core=1):
    """Requests a second of the server and of nginx, in turns, medians; and the mean size of a preview."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file, key = certificate(folder) if is_http2 else (None, None)
        options = ["--certificate", str(file), "--key", str(key)] if is_http2 else []
        with Server(library, *options, core=server_core) as server:
            version = server.wait_until_read()["version"]
            items = server.get(f"/api/views/all/items?version={version}&from=0&count={PICTURES}")["items"]
            paths = [f"/preview/{item['p']}/{item['id']}/grid.jpg" for item in items]
            size = 0
            for path in paths:
                data = server.request("GET", path)[1]
                size += len(data)
                target = folder / "files" / path[1:]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            folder.chmod(0o755)
            listed = folder / "paths.txt"
            listed.write_text("\n".join(paths) + "\n")
            nginx = Nginx(folder, file, key, server_core)
            try:
                ours, theirs = [], []
                for number in range(rounds + 1):
                    token = server.post("/api/devices", {"name": f"Load {number}"})["token"]
                    found = load(server.address, listed, is_http2, load_core, token)
                    other = load(f"{server.scheme}://127.0.0.1:{nginx.port}", listed, is_http2, load_core)
                    # The first round warms up.
                    if number:
                        ours.append(found)
                        theirs.append(other)
            finally:
                nginx.close()
    return median(ours), median(theirs), size / len(paths)
