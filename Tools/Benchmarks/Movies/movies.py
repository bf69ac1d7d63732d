"""Measures how soon made movies begin and go on elsewhere, and writes the table of Tools/Benchmarks/README.md.

movies.py WORK README [--rounds 5]

`photokit-dev`, `photokit-media` and `photokit-decoders` are taken from PATH, built for release.
"""

import argparse
import json
import statistics
import subprocess
import time
from pathlib import Path

SECONDS = 40
# The name, the size, the form of the pixels, and the most seconds that a start and a seek may take; None is only stated.
KINDS = [
    ("1080p", "1920x1080", "yuv420p", 1.0),
    ("4K, 10 bits", "3840x2160", "yuv420p10le", None),
]


def make(work: Path, name: str, size: str, pixels: str) -> Path:
    """A movie in which everything moves, with a little noise as of a camera."""
    file = work / f"{size}-{pixels}-{SECONDS}.mov"
    if not file.exists():
        draft = work / "draft.mov"
        print(f"making the movie of {name} …", flush=True)
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i",
             f"testsrc2=s={size}:r=30:d={SECONDS},noise=alls=6:allf=t,format={pixels}",
             "-f", "lavfi", "-i", f"sine=f=440:r=48000:d={SECONDS}", "-c:v", "libx265", "-preset", "ultrafast",
             "-crf", "28", "-x265-params", "log-level=none:keyint=60:min-keyint=60", "-tag:v", "hvc1",
             "-c:a", "aac", draft],
            check=True,
        )
        draft.rename(file)
    return file


def ours(file: Path) -> dict[str, list[float]]:
    """One start and one seek by the worker."""
    output = subprocess.run(
        ["photokit-dev", "figures", "movies", "--rounds", "1", str(file)],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout
    return json.loads(output)


def decoded(file: Path, place: float) -> float:
    """The seconds in which ffmpeg decodes two seconds from a place on, pictures and sound."""
    start = time.monotonic()
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-ss", f"{place:.3f}", "-t", "2", "-i", file, "-f", "null", "-"],
        check=True,
    )
    return time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("readme", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, size, pixels, target in KINDS:
        file = make(options.work, name, size, pixels)
        times: dict[str, list[float]] = {key: [] for key in ("start", "seek", "next", "start alone", "seek alone")}
        # The first round reads the file and the programs from the disk.
        for number in range(options.rounds + 1):
            line = ours(file)
            alone = decoded(file, 0), decoded(file, line["places"][0])
            if number == 0:
                continue
            for key in ("start", "seek", "next"):
                times[key] += line[key]
            times["start alone"].append(alone[0])
            times["seek alone"].append(alone[1])
        middle = {key: statistics.median(values) for key, values in times.items()}
        made = f"{line['width']} × {line['height']}"
        for key, text in (("start", "start"), ("seek", "seek"), ("next", "the fragment after it")):
            beside = f"{middle[key + ' alone']:.2f} s" if key != "next" else ""
            limit, met = "stated", ""
            if target and key != "next":
                limit, met = f"≤ {target:.2f} s", "met" if middle[key] <= target else "**not met**"
            rows.append(
                f"| HEVC of {name} as H.264 of {made}: {text} | {middle[key]:.2f} s "
                f"({min(times[key]):.2f} to {max(times[key]):.2f}) | {beside} | {limit} | {met} |"
            )
    head = ["| what | made | decoded by ffmpeg alone | target | |", "|---|---|---|---|---|"]
    table = "\n".join([*head, *rows])
    print(table)
    text = options.readme.read_text()
    begin = "<!-- movies table: written by Scripts/benchmark movies -->\n"
    end = "<!-- end of movies table -->"
    if begin in text and end in text:
        before, rest = text.split(begin, 1)
        options.readme.write_text(before + begin + table + "\n" + end + rest.split(end, 1)[1])


main()
