"""From the start of a navigation to the decoded photos of the first screen, with a server that has read its lists."""

import contextlib
import pathlib
import tempfile

from previews import Nginx
from scripts import COMPLETE, FILES, LOADED, PLAIN_LOADED, SEEN


def warm(page):
    """Visits the page once, so that the library has stored the previews of its beginning."""
    page.open()
    page.run(LOADED)
    page.wait(2000)


def first_visits(open_page, server, rounds):
    """Visits of browsers that never were there, which keep nothing of the page: pairs of milliseconds, until the first
    photos are there, and until the whole page is."""
    times = []
    for _ in range(rounds):
        page = open_page(server)
        page.open()
        times.append((page.run(LOADED), page.run(COMPLETE)))
        page.close()
    return times


def files_of_first_visit(open_page, server):
    """The files of the page that a browser asks for which never was there, and their bytes as they came."""
    page = open_page(server)
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    # What the page asks for by itself has come after this time.
    page.wait(2000)
    files = page.run(FILES)
    page.close()
    return files


def later_visits(open_page, server, rounds):
    """The milliseconds of further visits, with what the browser kept of the page."""
    page = open_page(server)
    page.open()
    page.run(LOADED)
    times = []
    for _ in range(rounds):
        page.open("/?again=1")
        times.append(page.run(LOADED))
    page.close()
    return times


class PlainPage:
    """The pictures of the first screen in a page without scripts, from nginx: what the browser itself takes for them."""

    cookie = "none=none"

    def __init__(self, folder, port):
        self.address = f"http://127.0.0.1:{port}"
        self.folder = folder


@contextlib.contextmanager
def plain_page(server, shown, stored=0):
    """The plain page with the first pictures of the library; of more it has the files alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = folder / "files"
        files.mkdir()
        folder.chmod(0o755)
        version = server.wait_until_read()["version"]
        items = server.get(f"/api/views/all/items?version={version}&from=0&count={max(shown, stored)}")["items"]
        for number, item in enumerate(items):
            (files / f"{number}.jpg").write_bytes(server.request("GET", f"/preview/{item['p']}/{item['id']}/grid.jpg")[1])
        pictures = "".join(f"<img src={number}.jpg>" for number in range(shown))
        style = "<style>img { width: 230px; height: 150px; object-fit: cover }</style>"
        (files / "index.html").write_text(f"<!doctype html><title>Plain</title>{style}{pictures}")
        nginx = Nginx(folder, None, None, None)
        try:
            yield PlainPage(folder, nginx.port)
        finally:
            nginx.close()


def seen_at_first(open_page, server):
    """The number of pictures on the first screen."""
    page = open_page(server)
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    seen = page.run(SEEN)
    page.close()
    return seen


def visits_in_turns(open_page, server, rounds):
    """First visits of the page, as ``first_visits`` tells them, and of the plain page in milliseconds, in turns."""
    seen = seen_at_first(open_page, server)
    ours, plain = [], []
    with plain_page(server, seen) as other:
        for _ in range(rounds):
            ours += first_visits(open_page, server, 1)
            page = open_page(other)
            page.open("/")
            plain.append(page.run(PLAIN_LOADED))
            page.close()
    return ours, plain, seen
