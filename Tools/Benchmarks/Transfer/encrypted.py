"""Measures a library with an encrypted remote beside rclone with and without its encryption, and renews a table of Tools/Benchmarks/README.md.

encrypted.py WORK README TESTS [--rounds 3]

TESTS is RemoteTransfer/Tests/Program, whose Apache is used. photokit, photokit-transfer and rclone come from PATH. WORK is a folder on
the disk that is measured; it needs six times the bytes of the files.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import Rclone, renew, timed

# Number of files and bytes of each.
SETS = {"4 files of 300 MB": (4, 300_000_000), "400 files of 2.6 MB": (400, 2_600_000)}
TARGET = 0.7


def pictures(folder: Path, count: int, size: int) -> None:
    """Pictures with random bytes behind their end."""
    if folder.exists():
        return
    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    picture = draft.with_suffix(".jpg")
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=640x480", "-frames:v", "1", picture], check=True,
    )
    head = picture.read_bytes()
    for number in range(count):
        with (draft / f"{number:05}.jpg").open("wb") as file:
            file.write(head)
            for start in range(len(head), size, 1 << 24):
                file.write(random.randbytes(min(1 << 24, size - start)))
    draft.rename(folder)


def warm(folder: Path) -> None:
    """Reads all files. An import leaves nothing in the system's cache, where the files that rclone sends are."""
    for file in folder.rglob("*"):
        if file.is_file():
            file.read_bytes()


def measure_library(server, folder: Path, work: Path) -> dict[str, float]:
    """Seconds of photokit for each step."""
    environment = {
        **os.environ, "PHOTOKIT_WEBDAV_USER": "me", "PHOTOKIT_WEBDAV_PASSWORD": "word",
        "PHOTOKIT_LIBRARY": str(work / "Figures.photolib"), "XDG_CONFIG_HOME": str(work),
    }

    def photokit(*arguments: str) -> None:
        subprocess.run(["photokit", *arguments], check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    (server.files / "ours").mkdir()
    shutil.chown(server.files / "ours", server.files.owner(), server.files.group())
    photokit("init")
    photokit("import", str(folder))
    photokit("remote", "add", f"http://127.0.0.1:{server.plain}/dav/ours", "--name", "place", "--encrypt")
    warm(work / "Figures.photolib/originals")
    times = {"upload with proof": timed(lambda: photokit("remote", "sync"))}
    photokit("remote", "space", "0", "--now")
    photokit("remote", "space", "--keep-all")
    times["fetch"] = timed(lambda: photokit("remote", "fetch", "--all"))
    return times


def measure_rclone(rclone: Rclone, folder: Path, target: Path) -> dict[str, float]:
    """Seconds of rclone for each step."""
    place = f"{rclone.place}theirs"
    warm(folder)
    times = {
        "upload with proof": timed(lambda: rclone.copy_and_check(folder, place)),
        "fetch": timed(lambda: rclone.run("copy", place, str(target))),
    }
    rclone.run("purge", place)
    shutil.rmtree(target)
    return times


def measure(server, folder: Path, work: Path) -> list[dict[str, float]]:
    """Seconds of the library, of rclone with encryption, and of rclone without."""
    rclone = Rclone.of_apache(server)
    library = Path(tempfile.mkdtemp(prefix="encrypted-", dir=work))
    times = [
        measure_library(server, folder, library), measure_rclone(rclone.encrypted("sealed"), folder, library / "target"),
        measure_rclone(rclone, folder, library / "target"),
    ]
    shutil.rmtree(library)
    shutil.rmtree(server.files / "ours")
    return times


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("readme", type=Path)
    parser.add_argument("tests", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--small", action="store_true", help="a few small files and no table, to try the script")
    options = parser.parse_args()
    sys.path.insert(0, str(options.tests))
    sys.dont_write_bytecode = True
    from apache import Apache

    options.work.mkdir(parents=True, exist_ok=True)
    served = Path(tempfile.mkdtemp(prefix="photokit-server-", dir=options.work))
    served.chmod(0o755)
    server = Apache(served, "word")
    rows = [
        "| step | encrypted remote of a library | rclone with encryption | ratio | rclone without | ratio | target | |",
        "|---|--:|--:|--:|--:|--:|---|---|",
    ]
    print("\n".join(rows), flush=True)
    try:
        for name, (count, size) in ({"4 files of 1 MB": (4, 1_000_000)} if options.small else SETS).items():
            folder = options.work / f"pictures-{count}-{size}"
            pictures(folder, count, size)
            found = [measure(server, folder, options.work) for _ in range(options.rounds)]
            for step in found[0][0]:
                ours, sealed, plain = (statistics.median(times[side][step] for times in found) for side in range(3))
                rate = count * size / 1e6
                rows.append(
                    f"| {step}, {name} | {rate / ours:.0f} MB/s | {rate / sealed:.0f} MB/s | {sealed / ours:.2f} | {rate / plain:.0f} MB/s "
                    f"| {plain / ours:.2f} | ≥ {TARGET:.2f} | {'met' if plain / ours >= TARGET else '**not met**'} |"
                )
                print(rows[-1], flush=True)
    finally:
        server.end()
        shutil.rmtree(served, ignore_errors=True)
    if not options.small:
        renew(options.readme, "encrypted", rows)


if __name__ == "__main__":
    main()
