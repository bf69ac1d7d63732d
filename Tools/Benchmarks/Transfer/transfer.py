"""Measures photokit-transfer beside rclone over the loopback, and writes the table of Tools/Benchmarks/README.md.

transfer.py WORK README PROGRAM TESTS [--service apache|ceph|both] [--rounds 3]

PROGRAM is photokit-transfer, built for release; TESTS is RemoteTransfer/Tests/Program, whose servers are used. rclone comes from PATH.
WORK is a folder on the disk that is measured; it needs four times the bytes of the files.
"""

import argparse
import hashlib
import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from measuring import Rclone, renew, timed

# Number of files and bytes of each: movies, photos, and small files.
SETS = {"4 files of 300 MB": (4, 300_000_000), "400 files of 2.6 MB": (400, 2_600_000), "1,000 files of 50 KB": (1_000, 50_000)}


class Files:
    def __init__(self, folder: Path, count: int, size: int):
        self.folder, self.bytes = folder, count * size
        self.files = []
        if not folder.exists():
            draft = folder.with_suffix(".draft")
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(parents=True)
            for number in range(count):
                with (draft / f"{number:05}.jpg").open("wb") as file:
                    for start in range(0, size, 1 << 24):
                        file.write(random.randbytes(min(1 << 24, size - start)))
            draft.rename(folder)
        for file in sorted(folder.iterdir()):
            with file.open("rb") as opened:
                self.files.append((file, file.stat().st_size, hashlib.file_digest(opened, "sha256").hexdigest()))


def upload(transfer, remote: dict, files: Files, folder: str, proves: bool) -> None:
    def put(file, size, digest):
        return transfer.start("put", remote, name=f"{folder}/{file.name}", file=str(file), bytes=size, sha256=digest)

    numbers = [put(*item) for item in files.files]
    proofs = []
    for number, (file, size, digest) in zip(numbers, files.files):
        transfer.wait(number, 600)
        if proves:
            proofs.append(transfer.start("prove", remote, name=f"{folder}/{file.name}", bytes=size, sha256=digest))
    for number in proofs:
        transfer.wait(number, 600)


def fetch(transfer, remote: dict, files: Files, folder: str, target: Path) -> None:
    numbers = [
        transfer.start("get", remote, name=f"{folder}/{file.name}", file=str(target / file.name), bytes=size, sha256=digest, durable=False)
        for file, size, digest in files.files
    ]
    for number in numbers:
        transfer.wait(number, 600)


def clear(transfer, remote: dict, files: Files, folder: str) -> None:
    numbers = [transfer.start("delete", remote, name=f"{folder}/{file.name}") for file, _, _ in files.files]
    for number in numbers:
        transfer.wait(number, 600)


def measure(make_transfer, remote: dict, rclone: Rclone, files: Files, work: Path, rounds: int, collect) -> tuple[dict, int]:
    ours = {"upload": [], "upload with proof": [], "fetch": []}
    theirs = {name: [] for name in ours}
    memory = 0
    with make_transfer() as transfer:
        # What the first request of a process costs is no part of the figures of either program.
        transfer.ask("probe", remote)
        target = work / "fetched"
        for _ in range(rounds):
            ours["upload"].append(timed(lambda: upload(transfer, remote, files, "ours", False)))
            clear(transfer, remote, files, "ours")
            theirs["upload"].append(timed(lambda: rclone.run("copy", str(files.folder), f"{rclone.place}/theirs")))
            clear(transfer, remote, files, "theirs")
            collect()
            ours["upload with proof"].append(timed(lambda: upload(transfer, remote, files, "ours", True)))
            theirs["upload with proof"].append(
                timed(lambda: rclone.copy_and_check(files.folder, f"{rclone.place}/theirs", "--checkers", "4"))
            )
            for folder, times in (("ours", ours), ("theirs", theirs)):
                shutil.rmtree(target, ignore_errors=True)
                target.mkdir()
                if folder == "ours":
                    times["fetch"].append(timed(lambda: fetch(transfer, remote, files, "ours", target)))
                else:
                    times["fetch"].append(timed(lambda: rclone.run("copy", f"{rclone.place}/theirs", str(target))))
            clear(transfer, remote, files, "ours")
            clear(transfer, remote, files, "theirs")
            collect()
        shutil.rmtree(target, ignore_errors=True)
        memory = transfer.peak_memory()
    median = statistics.median
    return {name: (median(ours[name]), median(theirs[name])) for name in ours}, memory


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("readme", type=Path)
    parser.add_argument("program", type=Path)
    parser.add_argument("tests", type=Path)
    parser.add_argument("--service", choices=["apache", "ceph", "both"], default="both")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sets", type=int, default=len(SETS), help="so many of the three sets, the smallest files first")
    options = parser.parse_args()
    sys.path.insert(0, str(options.tests))
    sys.dont_write_bytecode = True
    from apache import Apache
    from ceph import KEY, SECRET, Ceph
    from test_servers import bucket
    from transfer import Transfer

    options.work.mkdir(parents=True, exist_ok=True)
    rows = []
    for service in ("apache", "ceph"):
        if options.service not in (service, "both"):
            continue
        folder = Path(tempfile.mkdtemp(prefix="photokit-server-", dir=options.work))
        folder.chmod(0o755)
        if service == "apache":
            server = Apache(folder, "word")
            remote = {"url": f"http://127.0.0.1:{server.plain}/dav"}
            environment = {"PHOTOKIT_WEBDAV_USER": "me", "PHOTOKIT_WEBDAV_PASSWORD": "word"}
            rclone = Rclone.of_apache(server)
            title = "WebDAV (Apache)"
        else:
            server = Ceph(folder)
            bucket(server.endpoint)
            remote = {"url": "s3://photos", "endpoint": server.endpoint}
            environment = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}
            rclone = Rclone({
                "RCLONE_CONFIG_R_TYPE": "s3", "RCLONE_CONFIG_R_PROVIDER": "Ceph", "RCLONE_CONFIG_R_ENDPOINT": server.endpoint,
                "RCLONE_CONFIG_R_ACCESS_KEY_ID": KEY, "RCLONE_CONFIG_R_SECRET_ACCESS_KEY": SECRET,
            }, "r:photos")
            title = "S3 (Ceph)"
        try:
            for name in list(SETS)[-options.sets:]:
                count, size = SETS[name]
                files = Files(options.work / f"files-{count}-{size}", count, size)
                figures, memory = measure(
                    lambda: Transfer(options.program, environment=environment), remote, rclone, files, options.work, options.rounds,
                    getattr(server, "collect", lambda: None),
                )
                for step, (ours, theirs) in figures.items():
                    ratio = theirs / ours
                    rows.append(
                        f"| {title}: {step}, {name} | {files.bytes / ours / 1e6:.0f} MB/s | {files.bytes / theirs / 1e6:.0f} MB/s "
                        f"| {ratio:.2f} | ≥ 0.90 | {'met' if ratio >= 0.9 else '**not met**'} |"
                    )
                met = "met" if memory <= 80_000_000 else "**not met**"
                rows.append(f"| {title}: memory, {name} | {memory / 1e6:.0f} MB | | | ≤ 80 MB | {met} |")
                print("\n".join(rows[-4:]), flush=True)
        finally:
            server.end()
            shutil.rmtree(folder, ignore_errors=True)
    renew(options.readme, "transfer", ["| step | photokit-transfer | rclone | ratio | target | |", "|---|---|---|---|---|---|", *rows])


main()
