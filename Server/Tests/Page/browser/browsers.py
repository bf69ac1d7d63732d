"""Owns the two browsers of the figures and of the tests in Firefox, with the same few functions: open, run, press, drag, fill."""

import contextlib
import logging
import os
import tempfile

from marionette_driver.keys import Keys
from marionette_driver.marionette import ActionSequence, Marionette
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FIREFOX = os.environ.get("FIREFOX", "/usr/bin/firefox-esr")
WIDTH, HEIGHT = 1440, 900


class ChromiumPage:
    """A page in a context of its own, without a cache of other pages."""

    name = "Chromium"

    def __init__(self, running, server, ratio=1):
        self.server = server
        self.context = running.new_context(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=ratio, locale="en-GB")
        name, value = server.cookie.split("=", 1)
        self.context.add_cookies([{"name": name, "value": value, "url": server.address}])
        self.page = self.context.new_page()

    def open(self, path="/"):
        self.page.goto(self.server.address + path, wait_until="commit")

    def run(self, code, value=None):
        return self.page.evaluate(code, value)

    def press(self, key):
        self.page.keyboard.press(key)

    def fill(self, selector, text):
        self.page.fill(selector, text)

    def drag(self, *points):
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point)
        self.page.mouse.up()

    def wait(self, milliseconds):
        self.page.wait_for_timeout(milliseconds)

    def close(self):
        self.context.close()


class FirefoxPage:
    """The one page of a running Firefox."""

    name = "Firefox"
    keys = {"Control": Keys.CONTROL, "End": Keys.END, "Home": Keys.HOME, "PageUp": Keys.PAGE_UP, "Enter": Keys.ENTER,
            "Escape": Keys.ESCAPE, "ArrowRight": Keys.ARROW_RIGHT, "ArrowDown": Keys.ARROW_DOWN}

    def __init__(self, client, server):
        self.client = client
        self.server = server
        cookie = getattr(server, "cookie", "")
        client.navigate(server.address + "/style/base.css")
        client.delete_all_cookies()
        if cookie:
            name, value = cookie.split("=", 1)
            client.add_cookie({"name": name, "value": value, "path": "/", "sameSite": "Strict"})

    def open(self, path="/"):
        self.client.navigate(self.server.address + path)

    def run(self, code, value=None):
        answer = self.client.execute_async_script(
            "const [code, value, done] = arguments;"
            f"Promise.resolve(({code})(value)).then((result) => done({{ result }}), (error) => done({{ error: String(error) }}));",
            script_args=(code, value), sandbox=None)
        if answer.get("error"):
            raise AssertionError(answer["error"])
        return answer.get("result")

    def press(self, key):
        keys = [self.keys.get(part, part) for part in key.split("+")] if key != "+" else ["+"]
        sequence = ActionSequence(self.client, "key", "keyboard")
        for part in keys:
            sequence.key_down(part)
        for part in reversed(keys):
            sequence.key_up(part)
        sequence.perform()

    def fill(self, selector, text):
        # The dialog takes the value as the person typed it.
        self.run("([selector, text]) => { const field = document.querySelector(selector); field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); }", [selector, text])

    def drag(self, *points):
        sequence = ActionSequence(self.client, "pointer", "mouse", {"pointerType": "mouse"})
        sequence.pointer_move(*map(round, points[0]))
        sequence.pointer_down(0)
        for point in points[1:]:
            sequence.pointer_move(*map(round, point), duration=50)
        sequence.pointer_up(0)
        sequence.perform()

    def wait(self, milliseconds):
        self.run("(time) => new Promise((resolve) => setTimeout(resolve, time))", milliseconds)

    def close(self):
        self.client.navigate("about:blank")


@contextlib.contextmanager
def chromium():
    """A running Chromium, whose `page(server, ratio)` opens a page."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield lambda server, ratio=1: ChromiumPage(running, server, ratio)
        finally:
            running.close()


@contextlib.contextmanager
def firefox(ratio=1):
    """A running Firefox, whose `page(server)` opens a page."""
    # The driver tells which Firefox it found in twelve lines.
    logging.disable(logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        # The driver removes the file of this name before it writes to it, so it must not be a device.
        log = os.path.join(folder, "gecko.log")
        client = Marionette(bin=FIREFOX, headless=True, gecko_log=log, prefs={
            "layout.css.devPixelsPerPx": str(ratio), "intl.accept_languages": "en-GB", "network.captive-portal-service.enabled": False,
            "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False, "browser.startup.page": 0})
        client.start_session()
        client.timeout.script = 120
        try:
            # The frame of the window is not part of the page.
            inner = client.execute_script("return [window.outerWidth - window.innerWidth, window.outerHeight - window.innerHeight]")
            client.set_window_rect(width=WIDTH + inner[0], height=HEIGHT + inner[1])
            yield lambda server: FirefoxPage(client, server)
        finally:
            client.quit(in_app=False)
