"""From a jump to anywhere to the decoded photos of the whole screen."""

from loading import plain_page, seen_at_first
from scripts import COMPLETE, JUMP, LOADED, PLAIN_JUMP, PLAIN_LOADED

# Places at which the pictures are made before anything is measured; the golden section spreads them.
PLACES = [(number * 0.61803) % 1 for number in range(1, 41)]


def warm(page):
    """Visits all places once, so that the library has stored their previews."""
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    for share in PLACES:
        if page.run(JUMP, [share, 60000]) < 0:
            raise SystemExit(f"The pictures at {share:.2f} of the library cannot be made. Is photokit-media in PATH?")


def jump(page):
    """The milliseconds of each jump."""
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    page.wait(500)
    times = []
    for share in PLACES:
        times.append(page.run(JUMP, [share, 10000]))
        page.wait(50)
    return times


def plain_jumps(open_page, server):
    """The milliseconds in which a page without anything else shows as many other pictures, from nginx; and their number."""
    seen = seen_at_first(open_page, server)
    stored = 500 // seen * seen
    with plain_page(server, seen, stored) as other:
        page = open_page(other)
        page.open("/")
        page.run(PLAIN_LOADED)
        times = []
        for start in range(seen, stored, seen):
            times.append(page.run(PLAIN_JUMP, [start, seen]))
            page.wait(50)
        page.close()
    return times, seen
