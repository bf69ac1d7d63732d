"""Measures the page with the real server over large libraries, and draws up the table.

    python gallery.py LIBRARIES README [PART…]

The parts are: reach, load, jump, scroll, follow, streams, previews, firefox. Without a part it measures all of them.
"""

import datetime
import pathlib
import sys

# The browsers are driven in the same way as in the tests of the page.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Server" / "Tests" / "Page" / "browser"))

import browsers
import jumps
import following
import loading
import previews
import reach
import scrolling
import streams
from figures import Table, median, renew
from programs import Committer, Server, make_libraries

ROUNDS = 3
DAY = "2016-07-04"
BEGIN = "<!-- table of the page: written by Scripts/benchmark gallery -->"
END = "<!-- end of the page's table -->"


class Run:
    """The libraries, the browsers, and the table of one run."""

    def __init__(self, folder, parts):
        self.folder = folder
        self.parts = parts
        self.table = Table()

    def wants(self, part):
        return not self.parts or part in self.parts

    def library(self, size, one_day=False):
        return make_libraries(self.folder, [size], one_day)[0]

    # Each measurement opens pages with `open_page(server, …)`, whichever browser it is.

    def measure_load(self, open_page, server, name, limit):
        visits, plain, seen = loading.visits_in_turns(open_page, server, 7 if name == "Chromium" else 3)
        first, whole = zip(*visits)
        later = loading.later_visits(open_page, server, 7)
        target = f"≤ {limit} ms" if limit else ""
        for what, times in (("first visit", first), ("later visit", later)):
            value = median(times)
            self.table.add(f"page to first decoded photos, 1M, {what}, {name}", f"{value:.0f} ms", target,
                           value <= limit if limit else None, f"median of {len(times)}, {min(times):.0f} to {max(times):.0f}")
        self.table.add(f"page to the whole page, which answers keys and pointer, 1M, first visit, {name}", f"{median(whole):.0f} ms",
                       note=f"median of {len(whole)}, {min(whole):.0f} to {max(whole):.0f}")
        files = loading.files_of_first_visit(open_page, server)
        self.table.add(f"files of the page, first visit, {name}", f"{files['requests']} requests", note=f"{files['bytes'] / 1000:.0f} KB as they came, compressed")
        self.table.add(f"the same pictures in a page without scripts, from nginx, first visit, {name}", f"{median(plain):.0f} ms",
                       note=f"{seen} pictures, in turns with the first visits, {min(plain):.0f} to {max(plain):.0f}")

    def measure_jump(self, open_page, library, name, limits):
        with Server(library) as server:
            server.wait_until_read()
            page = open_page(server)
            jumps.warm(page)
            page.close()
        times, plain = [], []
        for _ in range(ROUNDS):
            # A new server reads the stored previews, and a new page has kept none.
            with Server(library) as server:
                server.wait_until_read()
                page = open_page(server)
                times += jumps.jump(page)
                page.close()
                some, seen = jumps.plain_jumps(open_page, server)
                plain += some
        for share, limit in zip((0.5, 0.95), limits):
            self.table.limit(f"jump to decoded photos, 1M, {name}", times, share, limit, note=f"{len(times)} jumps, previews stored")
            self.table.limit(f"as many other pictures in a page without anything else, from nginx, {name}", plain, share, None,
                             note=f"{len(plain)} times {seen} pictures, between the rounds of jumps")

    def measure_scroll(self, open_page, server, name, what, limited=True):
        page = open_page(server)
        runs = [scrolling.scroll(page, 4) for _ in range(ROUNDS)]
        page.close()
        task = median([run["task"] for run in runs])
        speed = median([run["pixels"] / run["milliseconds"] * 1000 for run in runs])
        note = f"{speed:.0f} px/s, longest frame {median([run['longest'] for run in runs]):.0f} ms"
        if runs[0]["isWatched"]:
            self.table.add(f"longest task while scrolling, {what}, {name}", "below 50 ms" if task == 0 else f"{task:.0f} ms", "≤ 50 ms" if limited else "", task <= 50 if limited else None, note)
            shift = max(run["shift"] for run in runs)
            self.table.add(f"layout shift, {what}, {name}", f"{shift:g}", "0" if limited else "", shift == 0 if limited else None)
        else:
            self.table.add(f"longest frame while scrolling, {what}, {name}", f"{median([run['longest'] for run in runs]):.0f} ms", note=f"{speed:.0f} px/s; the browser measures no tasks")
        elements = max(run["elements"] for run in runs)
        self.table.add(f"elements in the page, {what}, {name}", str(elements), "≤ 300", elements <= 300)

    def measure_follow(self, open_page, server, library, name, rounds, limits):
        with Committer(library) as committer:
            page = open_page(server)
            times = following.marks(page, committer, rounds)
            moved, arrivals = following.anchor(page, committer, 10)
            page.close()
        for share, limit in zip((0.5, 0.99), limits):
            self.table.limit(f"another process's commit to pixels, 1M, {name}", times, share, limit, note=f"{len(times)} commits, a mark on a photo")
        self.table.add(f"the photo under the eye moves, {name}", f"{max(moved):g} px", "0 px", max(moved) == 0, f"{len(moved)} photos came or went above, known after {median(arrivals):.0f} ms")

    def measure_reach(self, open_page, server, name):
        page = open_page(server)
        failed = reach.reach(page, DAY)
        page.close()
        self.table.add(f"reachable, {name}", "100 %" if not failed else "not: " + ", ".join(failed), "100 %", not failed)

    # The parts

    def chromium(self):
        library = self.library("1m")
        with browsers.chromium() as open_page:
            if self.wants("jump"):
                self.measure_jump(open_page, library, "Chromium", (100, 200))
            if any(map(self.wants, ("load", "scroll", "follow", "reach"))):
                with Server(library) as server:
                    server.wait_until_read()
                    if self.wants("load"):
                        page = open_page(server)
                        # Once more pictures than a screen shows are made at the beginning.
                        loading.warm(page)
                        page.close()
                        self.measure_load(open_page, server, "Chromium", 300)
                    if self.wants("scroll"):
                        self.measure_scroll(open_page, server, "Chromium", "1M")
                    if self.wants("follow"):
                        self.measure_follow(open_page, server, library, "Chromium", 100, (50, 150))
                    if self.wants("reach"):
                        for ratio in (1, 2, 3):
                            self.measure_reach(lambda server: open_page(server, ratio), server, f"1M, Chromium, pixel ratio {ratio}")
            if self.wants("scroll"):
                with Server(self.library("1m", one_day=True)) as server:
                    server.wait_until_read()
                    self.measure_scroll(open_page, server, "Chromium", "1M on one date")
            if self.wants("reach"):
                with Server(self.library("2m")) as server:
                    server.wait_until_read()
                    for ratio in (1, 2, 3):
                        self.measure_reach(lambda server: open_page(server, ratio), server, f"2M, Chromium, pixel ratio {ratio}")

    def firefox(self):
        library = self.library("1m")
        with browsers.firefox() as open_page:
            self.measure_jump(open_page, library, "Firefox", (None, None))
            with Server(library) as server:
                server.wait_until_read()
                self.measure_load(open_page, server, "Firefox", None)
                self.measure_scroll(open_page, server, "Firefox", "1M", limited=False)
                self.measure_follow(open_page, server, library, "Firefox", 50, (None, None))
                self.measure_reach(open_page, server, "1M, Firefox")
            with Server(self.library("2m")) as server:
                server.wait_until_read()
                self.measure_reach(open_page, server, "2M, Firefox")

    def streams(self):
        library = self.library("1m")
        with Committer(library) as committer:
            with Server(library) as server:
                server.wait_until_read()
                times, kilobytes = streams.thousand(server, committer, 1000, 20)
                self.table.limit("1,000 streams of one owner: commit to delivery", times, 0.5, None)
                self.table.limit("1,000 streams of one owner: commit to delivery", times, 0.99, 50, note=f"{len(times)} deliveries")
                self.table.add("memory of a stream", f"{kilobytes:.0f} KB", "≤ 64 KB", kilobytes <= 64, "of 1,000, with its connection")
            with Server(library) as server:
                server.wait_until_read()
                without, having = streams.limited(server, committer, 50, 20)
                self.table.add("a commit beside 50 limited clients: processor time of the server", f"{having['processor']:.1f} ms",
                               note=f"{without['processor']:.1f} ms without; each sees 1,000 photos, one of them changed")
                self.table.add("the same: commit to delivery to the owner, median", f"{having['owner']:.1f} ms",
                               note=f"{without['owner']:.1f} ms without; to the clients {having['others']:.1f} ms")

    def previews(self):
        library = self.library("1m")
        for is_http2, what in ((False, "HTTP/1.1"), (True, "TLS and HTTP/2")):
            ours, theirs, size = previews.compare(library, is_http2, 5)
            self.table.add(f"previews over {what}, one core", f"{ours / theirs:.2f} × nginx", "≥ 0.5 × nginx", ours >= 0.5 * theirs,
                           f"{ours:.0f} and {theirs:.0f} a second, of {size / 1000:.0f} KB; medians of 5")


def main():
    folder, readme, parts = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    unknown = set(parts) - {"reach", "load", "jump", "scroll", "follow", "streams", "previews", "firefox"}
    if unknown:
        raise SystemExit(f"There is no part {', '.join(unknown)} of the page's figures.")
    run = Run(folder, parts)
    if any(map(run.wants, ("reach", "load", "jump", "scroll", "follow"))):
        run.chromium()
    for part in ("streams", "previews", "firefox"):
        if run.wants(part):
            getattr(run, part)()
    text = run.table.markdown()
    print("\n" + text)
    run.table.write(pathlib.Path(__file__).resolve().parents[1] / ".build" / "results" / "gallery.json")
    if not parts:
        renew(readme, BEGIN, END, f"{datetime.date.today()}\n\n{text}\n")


if __name__ == "__main__":
    main()
