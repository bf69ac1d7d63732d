"""Owns what the browser tests share: the mock server, the browser, and signing in."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import urllib.request

from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


class Mock:
    """The mock server, on a free port."""

    running = set()

    def __init__(self, *options):
        self.process = subprocess.Popen(
            ["node", str(HERE.parent / "mock" / "server.js"), "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
        Mock.running.add(self)
        line = self.process.stdout.readline()
        self.address = re.search(r"http://[\d.]+:\d+", line).group(0)

    def say(self, command, **values):
        """Lets another program change the library, or makes a fault."""
        request = urllib.request.Request(f"{self.address}/mock/{command}", json.dumps(values).encode(), method="POST")
        return json.load(urllib.request.urlopen(request, timeout=600))

    def close(self):
        Mock.running.discard(self)
        self.process.terminate()
        self.process.wait()


def end_if_stuck(name, seconds):
    """Ends the tests with 3 if the next `seconds` seconds bring nothing; 0 takes it back."""
    def end(*_):
        print(f"FAILED  {name}: nothing happened within {seconds} s", flush=True)
        for server in list(Mock.running):
            server.close()
        os._exit(3)

    signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)


@contextlib.contextmanager
def mock(*options):
    server = Mock(*options)
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def browser(*arguments, **options):
    with sync_playwright() as playwright:
        # On a busy machine the process that draws answers late. The browser would end it, and then opens no page any more.
        flags = ["--no-sandbox", "--disable-gpu-watchdog", *arguments]
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=flags, **options)
        try:
            yield running
        finally:
            running.close()


def open_page(running, server, address="/", width=1440, height=900, problems=None, **options):
    """A signed-in page in a context of its own; errors of scripts and refused resources are collected in `problems`."""
    options.setdefault("locale", "en-GB")
    context = running.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    if problems is not None:
        page.on("pageerror", lambda error: problems.append(f"{error} {error.stack}"))
        page.on("console", lambda message: message.type == "error" and problems.append(f"{message.text} {message.location.get('url', '')}"))
    page.goto(f"{server.address}{address}#code=letmein")
    return page


def wait_for_pictures(page):
    """Waits until every tile on the screen shows its picture, and the page answers to keys and buttons.

    The tiles must be those of the list in the address: until that list has come, the grid still shows the one before.
    """
    page.wait_for_function("""() => {
      if (!document.body.classList.contains('complete')) return false;
      const grid = document.querySelector('photo-grid');
      if (!grid) return false;
      const address = new URLSearchParams(location.search);
      if (!address.has('page') && grid.list?.view !== (address.get('view') || 'all')) return false;
      const frame = grid.getBoundingClientRect();
      const tiles = [...document.querySelectorAll('.tile:not([hidden])')].filter((tile) => {
        const box = tile.getBoundingClientRect();
        return box.bottom > frame.top && box.top < frame.bottom;
      });
      return tiles.length > 0 && tiles.every((tile) => tile.querySelector('img.shown') || tile.classList.contains('no-picture'));
    }""", timeout=20000)
