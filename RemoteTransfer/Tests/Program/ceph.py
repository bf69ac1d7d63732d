"""Ceph's S3 gateway on the loopback: one monitor, one store in memory, and radosgw, started without systemd."""

import os
import subprocess
import time
import uuid
from pathlib import Path

from apache import free_port, wait_for

KEY, SECRET = "CEPHKEYID", "secret/key+of=test"


class Ceph:
    def __init__(self, work: Path):
        self.work, self.processes = work, []
        identifier, store = str(uuid.uuid4()), str(uuid.uuid4())
        monitor, self.port = free_port(), free_port()
        for name in ("run", "mon", "osd", "rgw"):
            (work / name).mkdir()
        self.settings = work / "ceph.conf"
        self.settings.write_text(f"""
[global]
fsid = {identifier}
mon_host = v2:127.0.0.1:{monitor}
public_addr = 127.0.0.1
keyring = {work}/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
mon_data = {work}/mon
mon_data_avail_crit = 1
osd_data = {work}/osd
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_memory_target = 939524096
rgw_data = {work}/rgw
rgw_frontends = beast endpoint=127.0.0.1:{self.port}
rgw_max_chunk_size = 4194304
run_dir = {work}/run
admin_socket = {work}/run/$name.asok
pid_file = {work}/run/$name.pid
log_file = {work}/$name.log
crash_dir = {work}/run
ms_bind_port_min = 20000
ms_bind_port_max = 29999
[osd]
keyring = {work}/osd/keyring
""")
        ring = str(work / "keyring")
        self.tool("ceph-authtool", "--create-keyring", ring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *")
        self.tool("ceph-authtool", ring, "--gen-key", "-n", "client.admin", "--cap", "mon", "allow *", "--cap", "osd", "allow *")
        self.tool("monmaptool", "--create", "--fsid", identifier, "--addv", "a", f"[v2:127.0.0.1:{monitor}]", str(work / "monmap"))
        self.run("ceph-mon", "--mkfs", "-i", "a", "--monmap", str(work / "monmap"), "--keyring", ring)
        self.start("ceph-mon", "-i", "a", "-f")
        self.run("ceph", "osd", "new", store, "0")
        self.run("ceph", "auth", "get-or-create", "osd.0", "osd", "allow *", "mon", "allow profile osd", "-o", str(work / "osd/keyring"))
        self.run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", store)
        self.start("ceph-osd", "-i", "0", "-f")
        self.until(lambda: '"num_up_osds":1' in self.run("ceph", "-f", "json", "osd", "stat").replace(" ", ""))
        self.run("radosgw-admin", "user", "create", "--uid=photos", "--display-name=photos", f"--access-key={KEY}", f"--secret-key={SECRET}", seconds=180)
        gateway = self.start("radosgw", "-n", "client.admin", "-f")
        try:
            wait_for(self.port, gateway, work / "client.admin.log", 60)
        except RuntimeError:
            self.end()
            raise

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def run(self, program: str, *arguments: str, seconds: float = 60) -> str:
        return self.tool(program, "-c", str(self.settings), *arguments, seconds=seconds)

    def tool(self, program: str, *arguments: str, seconds: float = 60) -> str:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=seconds)
        if done.returncode != 0:
            self.end()
            raise RuntimeError(f"{program} {' '.join(arguments)}: {done.stderr[-2000:]}")
        return done.stdout

    def start(self, program: str, *arguments: str) -> subprocess.Popen:
        with (self.work / f"{program}.err").open("wb") as errors:
            process = subprocess.Popen(
                [program, "-c", str(self.settings), *arguments], stdout=errors, stderr=errors,
                env={**os.environ, "TMPDIR": str(self.work)},
            )
        self.processes.append(process)
        return process

    def until(self, holds, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                self.end()
                raise RuntimeError("Ceph does not start.")
            time.sleep(0.3)

    def collect(self) -> None:
        """Frees the space of removed objects at once; by itself the gateway does so hours later."""
        self.run("radosgw-admin", "gc", "process", "--include-all", seconds=600)

    def end(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = []
