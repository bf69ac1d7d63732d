"""Measures what it costs to look at a remote: a sync without news, and files that leave this disk. Renews a table of Tools/Benchmarks/README.md.

looks.py WORK README TESTS [--files 100000] [--released 1000] [--before FOLDER]

TESTS is RemoteTransfer/Tests/Program, whose server of S3 keeps objects in memory and counts requests; it gives lists of 1,000 keys, as Amazon's
does. photokit and photokit-transfer come from PATH. FOLDER has the same programs as they were before they looked at remotes. The files
that leave have 70 KB each and are imported and sent. Of the others there are only rows that say that they are stored, and objects of 600
bytes, because what a look costs depends on their number alone.
"""

import argparse
import bisect
import itertools
import os
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import escape

from measuring import renew, timed

# What 1,000 requests cost in dollars in Amazon's first region, and how many there are in a month of one run an hour.
DEAR, CHEAP = 0.005, 0.0004
RUNS, DAYS, OBJECTS, PAGE, TARGET = 720, 30, 100_000, 1_000, 0.05
SMALL = 600


def pictures(folder: Path, count: int, size: int) -> None:
    """Pictures with random bytes behind their end."""
    if folder.exists():
        return
    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    picture = draft.with_suffix(".jpg")
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", picture], check=True,
    )
    head = picture.read_bytes()
    for number in range(count):
        (draft / f"{number:06}.jpg").write_bytes(head + random.randbytes(max(16, size - len(head))))
    draft.rename(folder)


def honest(module) -> None:
    """Lets lists have 1,000 keys: the tests ask for 7."""
    def s3_list(self, query: dict[str, str]) -> None:
        after, bucket = query.get("continuation-token") or query.get("start-after", ""), "/photos/"
        objects = self.server.objects
        # A server that sorted all names for each page would be most of what is measured.
        known = getattr(self.server, "sorted_names", [])
        if len(known) != len(objects):
            known = self.server.sorted_names = sorted(name.removeprefix(bucket) for name in objects)
        start = max(bisect.bisect_left(known, query["prefix"]), bisect.bisect_right(known, after))
        names = list(itertools.takewhile(lambda key: key.startswith(query["prefix"]), known[start:start + PAGE + 1]))
        page = names[:PAGE]
        text = "".join(
            f"<Contents><Key>{quote(key, safe='/')}</Key><Size>{len(self.server.objects[bucket + key])}</Size>"
            "<LastModified>2026-11-23T10:00:00.000Z</LastModified></Contents>" for key in page
        )
        token = f"<NextContinuationToken>{escape(page[-1])}</NextContinuationToken>" if names[PAGE:] else ""
        self.send(200, (
            f"<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>{'true' if token else 'false'}</IsTruncated>"
            f"{token}{text}</ListBucketResult>"
        ).encode())

    module.Handler.s3_list = s3_list


class Requests:
    """The number of requests of each kind."""

    def __init__(self, seen: list[str]):
        self.lists = sum("list-type" in line for line in seen)
        self.looks = sum(line.startswith("HEAD") for line in seen)
        self.reads = sum(line.startswith("GET") and "list-type" not in line for line in seen)
        self.writes = len(seen) - self.lists - self.looks - self.reads

    def dollars(self) -> float:
        return ((self.lists + self.writes) * DEAR + (self.looks + self.reads) * CHEAP) / 1_000

    def __str__(self) -> str:
        kinds = [(self.lists, "list"), (self.looks, "HEAD"), (self.reads, "GET"), (self.writes, "PUT")]
        return ", ".join(f"{count:,} {kind}" for count, kind in kinds if count) or "none"


class Trial:
    def __init__(self, work: Path, programs: Path | None, server):
        self.server = server
        self.work = Path(tempfile.mkdtemp(prefix="looks-", dir=work))
        self.library = self.work / "Figures.photolib"
        self.program = str(programs / "photokit") if programs else "photokit"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.environment = {
            **kept, "AWS_ACCESS_KEY_ID": "KEYID", "AWS_SECRET_ACCESS_KEY": "secret/key+of=test", "PHOTOKIT_LIBRARY": str(self.library),
            "HOME": str(self.work), "XDG_CONFIG_HOME": str(self.work), "XDG_STATE_HOME": str(self.work),
        }
        if programs:
            self.environment["PATH"] = f"{programs}:{kept['PATH']}"
        # photokit does not wait for the end of its program, so that the program's time must be asked for beside it.
        self.times = self.work / "times"
        found = shutil.which("photokit-transfer", path=self.environment["PATH"])
        script = self.work / "transfer"
        script.write_text(f"#!/bin/sh\necho begin >>'{self.times}'\n'{found}' \"$@\"\nstatus=$?\n{{ times; echo end; }} >>'{self.times}'\nexit $status\n")
        script.chmod(0o755)
        self.environment["PHOTOKIT_TRANSFER"] = str(script)

    def photokit(self, *arguments: str) -> str:
        run = subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"photokit {' '.join(arguments)} ended with {run.returncode}: {run.stdout}{run.stderr}")
        return run.stdout

    def transfer_seconds(self) -> float:
        """The processor time of the programs that have ended since the last call."""
        if not self.times.exists():
            return 0
        end = time.monotonic() + 30
        while (lines := self.times.read_text().split("\n")).count("begin") > lines.count("end"):
            if time.monotonic() > end:
                sys.exit("photokit-transfer does not end.")
            time.sleep(0.01)
        self.times.unlink()
        # The shell's own times stand in the first line of each pair, those of its children in the second one.
        pairs = [line for line in lines if re.match(r"\d+m", line)][1::2]
        return sum(int(minutes) * 60 + float(rest) for line in pairs for minutes, rest in re.findall(r"(\d+)m([\d.]+)s", line))

    def measured(self, *arguments: str) -> tuple[float, float, Requests, str]:
        self.transfer_seconds()
        if self.server:
            self.server.seen.clear()
        texts: list[str] = []
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = timed(lambda: texts.append(self.photokit(*arguments)))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime + self.transfer_seconds()
        return seconds, busy, Requests(list(self.server.seen) if self.server else []), texts[0]

    def fill(self, count: int) -> None:
        """Makes rows of photos that are stored in the remote, and their objects. The library has no files of them."""
        database = sqlite3.connect(self.library / "database/library.sqlite")
        columns = {
            table: [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")] for table in ("asset", "resource")
        }
        last = database.execute("SELECT max(id) FROM asset").fetchone()[0]
        kept = ", ".join(name for name in columns["asset"] if name not in ("id", "uuid"))
        database.execute(
            f"WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
            f"INSERT INTO asset (uuid, {kept}) SELECT randomblob(16), {kept} FROM (SELECT {kept} FROM asset LIMIT 1) CROSS JOIN numbers",
            (count,),
        )
        own = ("id", "asset_id", "file", "checksum", "byte_count", "inode", "status_change")
        others = [name for name in columns["resource"] if name not in own]
        database.execute(
            f"INSERT INTO resource (asset_id, file, checksum, byte_count, {', '.join(others)}) "
            f"SELECT asset.id, printf('%02x/%032x.jpg', asset.id & 255, asset.id), randomblob(32), {SMALL}, {', '.join(f'one.{name}' for name in others)} "
            f"FROM asset CROSS JOIN (SELECT * FROM resource LIMIT 1) AS one WHERE asset.id > ?",
            (last,),
        )
        database.execute(
            "INSERT INTO remote_object (remote_id, checksum, byte_count, stored_date, proved_date) "
            "SELECT one.remote_id, resource.checksum, resource.byte_count, one.stored_date, one.proved_date "
            "FROM resource CROSS JOIN (SELECT * FROM remote_object WHERE proved_date NOT NULL LIMIT 1) AS one WHERE resource.asset_id > ?",
            (last,),
        )
        database.commit()
        data = bytes(SMALL)
        for (digits,) in database.execute("SELECT lower(hex(checksum)) FROM resource WHERE asset_id > ?", (last,)):
            name = f"originals/{digits[:2]}/{digits}"
            if self.server:
                self.server.objects[self.server.path(name).replace(" ", "-")] = data
            else:
                path = self.work / "place" / name
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
        database.close()

    def run(self, count: int, large: Path) -> dict[str, tuple[float, float, Requests]]:
        self.photokit("init")
        self.photokit("import", str(large))
        if self.server:
            remote = self.server.remote
            self.photokit("remote", "add", remote["url"].replace(" ", "-"), "--endpoint", remote["endpoint"], "--path-style", "--name", "place")
        else:
            (self.work / "place").mkdir()
            self.photokit("remote", "add", str(self.work / "place"), "--name", "place")
        self.photokit("remote", "sync")
        self.fill(count)
        steps = {"sync": self.measured("remote", "sync")[:3]}
        self.forget_list()
        steps["sync with a list"] = self.measured("remote", "sync")[:3]
        self.photokit("remote", "space", "0")
        seconds, busy, requests, text = self.measured("remote", "space", "--now")
        found = re.match(r"([\d,.]+) files", text)
        if not found or int(re.sub(r"\D", "", found[1])) != len(list(large.iterdir())):
            sys.exit(f"Not all files left: {text}")
        steps["release"] = (seconds, busy, requests)
        shutil.rmtree(self.work)
        return steps

    def forget_list(self) -> None:
        """Makes the next run list a service anew, as the first one of a day does."""
        database = sqlite3.connect(self.library / "database/library.sqlite")
        database.execute("UPDATE remote SET settings = json_remove(settings, '$.listedDate')")
        database.commit()
        database.close()


def month(steps: dict[str, tuple[float, float, Requests]], files: int) -> float:
    """Dollars of a month with one run an hour, of which the first one of a day lists all objects."""
    (*_, usual), (*_, listing) = steps["sync"], steps["sync with a list"]
    pages = -(-OBJECTS // PAGE) - -(-files // PAGE)
    return usual.dollars() * (RUNS - DAYS) + (listing.dollars() + pages * DEAR / 1_000) * DAYS


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("readme", type=Path)
    parser.add_argument("tests", type=Path)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--released", type=int, default=1_000)
    parser.add_argument("--before", type=Path)
    options = parser.parse_args()
    sys.path.insert(0, str(options.tests))
    sys.dont_write_bytecode = True
    import lying_server

    honest(lying_server)
    options.work.mkdir(parents=True, exist_ok=True)
    large = options.work / f"large-{options.released}"
    pictures(large, options.released, 70_000)
    heads = ["seconds", "processor", "requests"]
    heads += [f"{head} before" for head in heads] if options.before else []
    rows = [f"| step | {' | '.join(heads)} |", "|---|" + "|".join("---" if "requests" in head else "--:" for head in heads) + "|"]
    names = {
        "sync": "sync of {:,} unchanged files, without a list", "sync with a list": "the same, with a list",
        "release": f"{options.released:,} files leave",
    }
    for title in ("folder", "S3"):
        found = []
        for programs in [None, options.before] if options.before else [None]:
            server = lying_server.LyingServer("s3") if title == "S3" else None
            found.append(Trial(options.work, programs, server).run(options.files - options.released, large))
            if server:
                server.end()
        for step, name in names.items():
            # Each run of the command lists a folder.
            if title == "folder" and step == "sync":
                continue
            cells = [
                (f"{seconds:.2f}", f"{busy:.2f}", str(requests) if title == "S3" else "") for seconds, busy, requests in (steps[step] for steps in found)
            ]
            text = name.format(options.files) if title == "S3" else name.replace("the same", "sync of {:,} unchanged files").format(options.files)
            rows.append(f"| {title}: {text} | {' | '.join(cell for pair in cells for cell in pair)} |")
        if title == "S3":
            dollars = month(found[0], options.files)
            met = "met" if dollars <= TARGET else "**not met**"
            rest = " |" * (len(heads) - 3)
            rows.append(f"| S3: a month of {OBJECTS:,} objects, one sync an hour | {dollars:.3f} $ | | ≤ {TARGET} $: {met} |{rest}")
        print("\n".join(row for row in rows if row.startswith(f"| {title}:")), flush=True)
    renew(options.readme, "looks", rows)


if __name__ == "__main__":
    main()
