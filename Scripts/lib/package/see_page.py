"""Opens the page of a library in Chromium, and waits until it shows photos: see_page.py ADDRESS PICTURE.

Writes what Chromium shows to PICTURE, a PNG.
"""
import sys

from playwright.sync_api import sync_playwright

SHOWN = """() => [...document.querySelectorAll('.tile:not([hidden]) img')]
    .filter(picture => picture.complete && picture.naturalWidth > 0).length > 0"""

address, picture = sys.argv[1:]
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(address)
    page.wait_for_function(SHOWN, timeout=60_000)
    page.screenshot(path=picture)
    browser.close()
