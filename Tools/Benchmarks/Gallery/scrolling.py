"""Tasks, elements and layout shift while the photos scroll by at 10,000 pixels a second."""

from scripts import COMPLETE, LOADED, SCROLL


def scroll(page, seconds):
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    page.wait(700)
    return page.run(SCROLL, seconds)
