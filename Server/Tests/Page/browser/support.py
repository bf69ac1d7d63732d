"""Owns what the browser tests share: the mock server, the browser, and signing in."""

import contextlib
import gc
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import traceback
import urllib.request

import greenlet
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
    """Ends the tests with 3, and says where each of Playwright's threads is, if the next `seconds` seconds bring nothing; 0 takes it back."""
    def end(*_):
        print(f"FAILED  {name}: nothing happened within {seconds} s", flush=True)
        for thread in gc.get_objects():
            if isinstance(thread, greenlet.greenlet) and thread.gr_frame:
                print("".join(traceback.format_stack(thread.gr_frame)[-12:]), flush=True)
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


def open_page(running, server, address="/", width=1440, height=900, problems=None, entry="code=letmein", **options):
    """A signed-in page in a context of its own; errors of scripts and refused resources are collected in `problems`."""
    options.setdefault("locale", "en-GB")
    context = running.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    if problems is not None:
        page.on("pageerror", lambda error: problems.append(f"{error} {error.stack}"))
        page.on("console", lambda message: message.type == "error" and problems.append(f"{message.text} {message.location.get('url', '')}"))
    page.goto(f"{server.address}{address}#{entry}")
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


def wait_until_still(page):
    """Waits until nothing that ends by itself moves on the page, and nothing more was loaded for three looks in a row."""
    page.evaluate("""async () => {
      const moves = (animation) => animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity;
      let loaded = -1;
      for (let looks = 0; looks < 3; looks++) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        const now = performance.getEntriesByType('resource').length;
        if (now !== loaded || document.getAnimations().some(moves)) looks = -1;
        loaded = now;
      }
    }""")


def run_tests(module, words, seconds, serve, allowed="$^"):
    """Runs the tests of a module whose names contain one of the words, or all, and ends the program.

    `serve` opens a server for each test; a test that takes longer than `seconds` ends the program. Problems of the page fail
    the test unless they match `allowed`.
    """
    tests = [(name, test) for name, test in module.items() if name.startswith("test_") and (not words or any(word in name for word in words))]
    failed = 0
    with browser() as running:
        for name, test in tests:
            problems = []
            started = time.time()
            title = name[5:].replace("_", " ")
            end_if_stuck(title, seconds)
            try:
                with serve(running) as server:
                    test(running, server, problems)
                found = [problem for problem in problems if not re.search(allowed, problem)]
                assert not found, found
                print(f"passed  {title} ({time.time() - started:.1f} s)", flush=True)
            except Exception as error:
                failed += 1
                lines = [f"  line {frame.lineno}: {frame.line}" for frame in traceback.extract_tb(error.__traceback__) if frame.filename == module["__file__"]]
                print(f"FAILED  {title}\n" + "\n".join(lines) + f"\n  {str(error)[:600]}", flush=True)
            finally:
                for context in running.contexts:
                    context.close()
    end_if_stuck("", 0)
    print(f"{len(tests) - failed} of {len(tests)} tests passed")
    sys.exit(1 if failed else 0)
