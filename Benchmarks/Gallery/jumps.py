"""From a jump to anywhere to the decoded photos of the whole screen."""

from scripts import COMPLETE, JUMP, LOADED

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
