"""From the commit of another process to pixels on the screen, and whether the photo under the eye moves."""

import time

from scripts import ANCHOR, COMPLETE, LOADED, SHOWN_AT, WATCH_COUNT, WATCH_MARK


def marks(page, committer, rounds):
    """The milliseconds from the end of each commit until the mark of a photo on the screen is shown."""
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    page.wait(700)
    times = []
    for number in range(rounds):
        index = number % 12
        page.run(WATCH_MARK, index)
        _, ended = committer.commit("favorite", index)
        shown = page.run(SHOWN_AT)
        if shown < 0:
            raise SystemExit("A change of another process did not show within 5 seconds.")
        times.append(max(0, shown - ended))
        # The next commit comes at another moment of a frame.
        time.sleep(0.02 + (number * 0.618 % 1) * 0.05)
    return times


def anchor(page, committer, rounds):
    """The pixels that the photo under the eye moves while photos above it come and go, and the milliseconds until it is told."""
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    page.run("() => { const { scroller } = document.querySelector('photo-grid'); scroller.jump(scroller.last * 0.37); }")
    page.wait(900)
    moved, times = [], []
    for number in range(rounds):
        before = page.run(ANCHOR)
        page.run(WATCH_COUNT)
        _, ended = committer.commit("insert" if number % 2 == 0 else "remove")
        shown = page.run(SHOWN_AT)
        page.wait(250)
        after = page.run(ANCHOR)
        moved.append(float("inf") if before[0] != after[0] else max(abs(before[1] - after[1]), abs(before[2] - after[2])))
        times.append(shown - ended)
    return moved, times
