"""Opens the page of a library in Chromium, and waits until it shows photos: see_page.py ADDRESS CODE PICTURE.

Chromium runs as another user than the server, so the code is typed. Writes what Chromium shows to PICTURE, a PNG.
"""
import sys

from playwright.sync_api import sync_playwright

SHOWN = """() => [...document.querySelectorAll('.tile:not([hidden]) img')]
    .filter(picture => picture.complete && picture.naturalWidth > 0).length > 0"""

address, code, picture = sys.argv[1:]
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(address)
    page.fill("#sign-in input[name=code]", code)
    page.keyboard.press("Enter")
    page.wait_for_function(SHOWN, timeout=60_000)
    page.screenshot(path=picture)
    browser.close()
