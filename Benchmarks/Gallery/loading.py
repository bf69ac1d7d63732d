"""From the start of a navigation to the decoded photos of the first screen, with a server that has read its lists."""

from scripts import LOADED


def warm(page):
    """Visits the page once, so that the library has stored the previews of its beginning."""
    page.open()
    page.run(LOADED)
    page.wait(2000)


def first_visits(open_page, server, rounds):
    """The milliseconds of visits of browsers that never were there, which keep nothing of the page."""
    times = []
    for _ in range(rounds):
        page = open_page(server)
        page.open()
        times.append(page.run(LOADED))
        page.close()
    return times


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
