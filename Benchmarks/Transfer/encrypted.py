"""Measures a library with an encrypted remote beside rclone, which encrypts nothing.

encrypted.py WORK TESTS [--rounds 2]

TESTS is Transfer/Tests/Program, whose Apache is used. photokit, photokit-transfer and rclone come from PATH. WORK is a folder on
the disk that is measured; it needs five times the bytes of the files.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Number of files and bytes of each.
SETS = {"4 files of 300 MB": (4, 300_000_000), "400 files of 2.6 MB": (400, 2_600_000)}


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


def settle() -> None:
    os.sync()
    time.sleep(1)


def timed(*commands: list[str], environment: dict[str, str]) -> float:
    settle()
    start = time.monotonic()
    for command in commands:
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def measure(server, folder: Path, work: Path, environment: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Seconds of both programs for each step."""
    library = Path(tempfile.mkdtemp(prefix="encrypted-", dir=work))
    environment = {**environment, "PHOTOKIT_LIBRARY": str(library / "Figures.photolib"), "XDG_CONFIG_HOME": str(library)}

    def photokit(*arguments: str) -> list[str]:
        return ["photokit", *arguments]

    place = f"ours-{library.name}"
    (server.files / place).mkdir()
    shutil.chown(server.files / place, server.files.owner(), server.files.group())
    timed(photokit("init"), photokit("import", str(folder)),
          photokit("remote", "add", f"http://127.0.0.1:{server.plain}/dav/{place}", "--name", "place", "--encrypt"), environment=environment)
    ours = {"upload with proof": timed(photokit("remote", "sync"), environment=environment)}
    timed(photokit("remote", "space", "0", "--now"), photokit("remote", "space", "--keep-all"), environment=environment)
    ours["fetch"] = timed(photokit("remote", "fetch", "--all"), environment=environment)
    target = library / "target"
    theirs = {
        "upload with proof": timed(
            ["rclone", "copy", str(folder), f"r:theirs-{library.name}"],
            ["rclone", "check", "--download", "--checkers", "4", "--log-level", "ERROR", str(folder), f"r:theirs-{library.name}"],
            environment=environment,
        ),
        "fetch": timed(["rclone", "copy", f"r:theirs-{library.name}", str(target)], environment=environment),
    }
    shutil.rmtree(library)
    for name in (place, f"theirs-{library.name}"):
        shutil.rmtree(server.files / name)
    return {step: (ours[step], theirs[step]) for step in ours}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("tests", type=Path)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--small", action="store_true", help="a few small files, to try the script")
    options = parser.parse_args()
    sys.path.insert(0, str(options.tests))
    sys.dont_write_bytecode = True
    from apache import Apache

    options.work.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="photokit-server-", dir=options.work))
    server = Apache(folder, "word")
    password = subprocess.run(["rclone", "obscure", "word"], check=True, capture_output=True, text=True).stdout.strip()
    environment = {
        **os.environ, "PHOTOKIT_WEBDAV_USER": "me", "PHOTOKIT_WEBDAV_PASSWORD": "word", "RCLONE_CONFIG": "/dev/null",
        "RCLONE_CONFIG_R_TYPE": "webdav", "RCLONE_CONFIG_R_URL": f"http://127.0.0.1:{server.plain}/dav",
        "RCLONE_CONFIG_R_USER": "me", "RCLONE_CONFIG_R_PASS": password, "RCLONE_CONFIG_R_VENDOR": "other",
    }
    print("| step | encrypted remote of a library | rclone | ratio | target | |\n|---|---|---|---|---|---|")
    try:
        for name, (count, size) in ({"4 files of 1 MB": (4, 1_000_000)} if options.small else SETS).items():
            files = options.work / f"pictures-{count}-{size}"
            pictures(files, count, size)
            found = [measure(server, files, options.work, environment) for _ in range(options.rounds)]
            for step in found[0]:
                ours, theirs = (statistics.median(times[step][side] for times in found) for side in (0, 1))
                ratio, bytes_ = theirs / ours, count * size
                print(f"| {step}, {name} | {bytes_ / ours / 1e6:.0f} MB/s | {bytes_ / theirs / 1e6:.0f} MB/s | {ratio:.2f} | ≥ 0.70 "
                      f"| {'met' if ratio >= 0.7 else '**not met**'} |", flush=True)
    finally:
        server.end()
        shutil.rmtree(folder, ignore_errors=True)


main()
