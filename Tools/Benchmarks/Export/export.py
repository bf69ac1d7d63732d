"""Measures exports beside cp and exiv2, and writes the table of Tools/Benchmarks/README.md.

export.py WORK README [--photos 10000] [--bytes 2600000] [--rounds 3] [--embed 300]

`photokit` is taken from PATH, built for release. WORK is a folder on the disk that is measured; it needs twice the
bytes of the photos, and as much again for the copies.
"""

import argparse
import json
import os
import shutil
import statistics
import struct
import subprocess
import time
from pathlib import Path


def base(work: Path, size: int) -> bytes:
    """A JPEG of noise with about so many bytes."""
    file = work / "picture.jpg"
    side = max(16, int((size / 0.75) ** 0.5) // 8 * 8)
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i",
         f"nullsrc=size={side}x{side},geq=random(1)*255:128:128", "-frames:v", "1", "-q:v", "6", file],
        check=True,
    )
    return file.read_bytes()


def picture(base: bytes, number: int) -> bytes:
    """The JPEG with a comment, in which it differs from all others."""
    return base[:2] + b"\xff\xfe" + struct.pack(">HQ", 10, number) + base[2:]


def run(arguments: list[str], library: Path) -> tuple[float, int, str]:
    """Seconds, the greatest memory in bytes, and the output of a run of photokit."""
    environment = dict(os.environ, PHOTOKIT_LIBRARY=str(library))
    start = time.monotonic()
    process = subprocess.Popen(
        ["photokit", *arguments], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status != 0:
        raise SystemExit(f"photokit {' '.join(arguments[:6])} ended with {status >> 8}: {output[-500:]}")
    return seconds, usage.ru_maxrss * 1024, output


def settle() -> None:
    os.sync()
    time.sleep(1)


MANY = 2_000


def removed(folder: Path, files: int = 0) -> Path:
    """Removes a folder; after many files, waits until ext4 looks at their inodes no more when it makes a file.

    For up to five minutes after they were removed, each new file costs a look at all of them.
    """
    if folder.exists():
        shutil.rmtree(folder)
        settle()
        if files > MANY:
            time.sleep(330)
    return folder


def copied(source: Path, target: Path) -> float:
    start = time.monotonic()
    subprocess.run(["cp", "-a", "--reflink=never", source, target], check=True)
    subprocess.run(["sync", "-f", target], check=True)
    return time.monotonic() - start


def copied_files(source: Path, target: Path) -> float:
    """Copies the originals and sidecars of an export, without its record and its manifest."""
    files = sorted(str(file) for file in source.iterdir() if file.suffix in (".JPG", ".xmp"))
    start = time.monotonic()
    target.mkdir()
    subprocess.run(["cp", "-a", "--reflink=never", "-t", target, *files], check=True)
    subprocess.run(["sync", "-f", target], check=True)
    return time.monotonic() - start


def make(work: Path, count: int, size: int) -> tuple[Path, Path]:
    """A folder of photos and a library that has them, each with a caption of its own library."""
    source = work / f"photos-{count}-{size}"
    if not source.exists():
        draft = work / "draft"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        jpeg = base(work, size)
        for number in range(count):
            (draft / f"IMG_{number:06}.JPG").write_bytes(picture(jpeg, number))
        draft.rename(source)
    library = work / f"library-{count}-{size}.photolib"
    if not library.exists():
        draft = work / "draft.photolib"
        shutil.rmtree(draft, ignore_errors=True)
        run(["init"], draft)
        run(["import", "--no-previews", str(source)], draft)
        names = [json.loads(line)["identifier"] for line in run(["ls", "--json"], draft)[2].splitlines()]
        for start in range(0, len(names), 1_000):
            run(["edit", "--caption", "At the lake", "--rating", "4", *names[start : start + 1_000]], draft)
        draft.rename(library)
    return source, library


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("readme", type=Path)
    parser.add_argument("--photos", type=int, default=10_000)
    parser.add_argument("--bytes", type=int, default=2_600_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--embed", type=int, default=300)
    options = parser.parse_args()
    work = options.work
    work.mkdir(parents=True, exist_ok=True)
    source, library = make(work, options.photos, options.bytes)
    rows = []

    def add(what: str, ours: str, beside: str, figure: float, target: str, met: bool) -> None:
        text = f"{figure:.2f}" if figure < 100 else f"{figure:.0f}"
        rows.append(f"| {what} | {ours} | {beside} | {text} | {target} | {'met' if met else '**not met**'} |")

    copies, pairs, exports, again, memory = [], [], [], [], 0
    photos = options.photos
    # Copies of many small files stay until the end, so that no round waits for a removal.
    stays = photos > MANY and photos * options.bytes * options.rounds < 5_000_000_000
    for number in range(options.rounds):
        round = f"-{number}" if stays else ""
        target = removed(work / f"export{round}", photos)
        copies.append(copied(source, removed(work / f"copy{round}", photos)))
        if not stays:
            removed(work / "copy", photos)
        settle()
        seconds, peak, _ = run(["export", "--all", "--to", str(target)], library)
        exports.append(seconds)
        memory = max(memory, peak)
        settle()
        pairs.append(copied_files(target, removed(work / f"copy-pairs{round}")))
        if not stays:
            # The next round waits after it has removed the export, too.
            shutil.rmtree(work / "copy-pairs")
        for _ in range(3):
            seconds, peak, _ = run(["export", "--all", "--to", str(target)], library)
            again.append(seconds)
            memory = max(memory, peak)
    copy, pair, export, nothing = map(statistics.median, (copies, pairs, exports, again))
    size = f"{next(source.iterdir()).stat().st_size / 1e6:.2f} MB"
    add(
        f"export of {photos} photos of {size} with sidecars, read back", f"{photos / export:.0f} photos/s",
        f"cp -a and sync {photos / copy:.0f} photos/s", copy / export, "≥ 0.70", copy / export >= 0.7,
    )
    add(
        "the same", f"{photos / export:.0f} photos/s",
        f"cp -a and sync of originals and sidecars {photos / pair:.0f} photos/s",
        pair / export, "≥ 0.70", pair / export >= 0.7,
    )
    add(
        "nothing new", f"{photos / nothing:.0f} photos/s", "the process included",
        photos / nothing, "≥ 20,000", photos / nothing >= 20_000,
    )
    add(
        f"memory, {photos} photos", f"{memory >> 20} MB", "", memory / 1e6, "≤ 120", memory <= 120_000_000,
    )
    if options.embed:
        source, library = make(work, options.embed, options.bytes)
        ours, theirs, both = [], [], []
        for _ in range(options.rounds):
            target = removed(work / "export")
            ours.append(run(["export", "--all", "--embed", "--to", str(target)], library)[0])
            copying = copied(source, removed(work / "copy"))
            files = sorted(map(str, (work / "copy").iterdir()))
            start = time.monotonic()
            subprocess.run(
                ["exiv2", "-M", "set Xmp.dc.description At the lake", "-M", "set Xmp.xmp.Rating 4",
                 "-M", "set Exif.Image.ImageDescription At the lake", "mo", *files],
                check=True,
            )
            subprocess.run(["sync", "-f", work], check=True)
            theirs.append(time.monotonic() - start)
            both.append(copying + theirs[-1])
        mine, other, together = map(statistics.median, (ours, theirs, both))
        add(
            f"embedding into {options.embed} JPEGs of {size}, read back", f"{options.embed / mine:.0f} photos/s",
            f"exiv2, copied before {options.embed / other:.0f} photos/s", other / mine, "≥ 2.00", other / mine >= 2,
        )
        rows.append(
            f"| the same | {options.embed / mine:.0f} photos/s | cp and exiv2, each with sync "
            f"{options.embed / together:.0f} photos/s | {together / mine:.2f} | | |"
        )
    for folder in [*work.glob("copy*"), *work.glob("export*")]:
        removed(folder)
    table = "\n".join(["| operation | ours | beside | figure | target | |", "|---|---|---|---|---|---|", *rows])
    print(table)
    text = options.readme.read_text()
    begin = "<!-- export table: written by Scripts/benchmark export -->\n"
    end = "<!-- end of export table -->"
    if begin in text and end in text:
        head, rest = text.split(begin, 1)
        options.readme.write_text(head + begin + table + "\n" + end + rest.split(end, 1)[1])


main()
