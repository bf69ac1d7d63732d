"""Apache's mod_dav on the loopback, with TLS and without, with files in a folder of its own."""

import grp
import os
import pwd
import socket
import subprocess
import time
from pathlib import Path

MODULES = ["mpm_event", "authn_core", "authn_file", "auth_basic", "authz_core", "authz_user", "alias", "dav", "dav_fs", "ssl", "socache_shmcb", "setenvif"]
FOLDER = Path("/usr/lib/apache2/modules")


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


def wait_for(port: int, process: subprocess.Popen, log: Path, seconds: float = 30) -> None:
    """Waits until a server listens."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    process.kill()
    text = log.read_text(errors="replace")[-3000:] if log.exists() else ""
    raise RuntimeError(f"The server does not listen at {port}.\n{text}")


class Apache:
    def __init__(self, work: Path, password: str = "hidden-word"):
        work.chmod(0o755)
        self.plain, self.encrypted = free_port(), free_port()
        self.certificate = work / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", work / "key.pem", "-out", self.certificate],
            check=True, capture_output=True,
        )
        files = work / "dav"
        files.mkdir()
        hashed = subprocess.run(["openssl", "passwd", "-apr1", password], check=True, capture_output=True, text=True).stdout.strip()
        (work / "users").write_text(f"me:{hashed}\n")
        user = ""
        if os.getuid() == 0:
            # Apache serves nothing as root.
            account = pwd.getpwnam("www-data")
            closed = [folder for folder in work.resolve().parents if not folder.stat().st_mode & 0o001]
            if closed:
                raise RuntimeError(f"Apache runs as {account.pw_name}, which may not enter {closed[-1]}. Use a folder that everybody may enter.")
            for path in (work, files):
                os.chown(path, account.pw_uid, account.pw_gid)
            user = f"User {account.pw_name}\nGroup {grp.getgrgid(account.pw_gid).gr_name}"
        compiled = subprocess.run(["apache2", "-l"], capture_output=True, text=True).stdout
        loads = "\n".join(f"LoadModule {m}_module {FOLDER}/mod_{m}.so" for m in MODULES if f"mod_{m}.c" not in compiled)
        (work / "apache.conf").write_text(f"""
ServerRoot {work}
ServerName localhost
PidFile {work}/pid
ErrorLog {work}/error.log
Mutex file:{work}
{loads}
{user}
Listen 127.0.0.1:{self.plain}
Listen 127.0.0.1:{self.encrypted}
DocumentRoot {files}
DavLockDB {work}/locks
LimitXMLRequestBody 100000
Alias /dav {files}
<Directory {files}>
  Dav On
  AuthType Basic
  AuthName photos
  AuthUserFile {work}/users
  Require valid-user
</Directory>
<VirtualHost 127.0.0.1:{self.encrypted}>
  SSLEngine on
  SSLCertificateFile {self.certificate}
  SSLCertificateKeyFile {work}/key.pem
</VirtualHost>
""")
        log = work / "output.log"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                ["apache2", "-DFOREGROUND", "-f", str(work / "apache.conf")], stdout=output, stderr=output,
            )
        wait_for(self.plain, self.process, log)
        self.files = files

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)
