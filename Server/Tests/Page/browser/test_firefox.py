"""Tests of the page in Firefox, whose elements can be less high than those of Chromium, against the mock server.

    python test_firefox.py
"""

import sys
import time

from browsers import firefox
from support import mock

GRID = "document.querySelector('photo-grid')"
COUNT = 1_000_000


def until(page, condition, what, seconds=20):
    """Waits until a condition of the page holds."""
    end = time.time() + seconds
    while not page.run(f"() => !!({condition})"):
        if time.time() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.05)


def shown(index):
    """A condition: the photo lies on the screen with its picture."""
    return (f"(() => {{ const grid = {GRID}, tile = grid.tiles.get({index}); if (!tile?.shown) return false;"
            " const box = tile.element.getBoundingClientRect(); return box.height > 20 && box.bottom > 0 && box.top < innerHeight; })()")


def count(page):
    return page.run(f"() => {GRID}.list.count")


def test_the_page_loads(page, server):
    page.open("/#code=letmein")
    until(page, "document.body.classList.contains('complete')", "the page is complete")
    until(page, shown(0), "the first photo shows")
    # Some photos are hidden or deleted.
    assert 0.9 * COUNT < count(page) <= COUNT


def test_a_list_that_comes_late_is_laid_out_whole(page, server):
    server.say("hold", path="/api/views/all/shape")
    try:
        page.open("/")
        until(page, "document.body.classList.contains('complete')", "the page has started")
        assert not page.run(f"() => !!{GRID}.list"), "the list is there already"
    finally:
        server.say("release")
    until(page, f"{GRID}.list", "the list comes")
    laid_out = page.run(f"() => {GRID}.view.shape.count")
    assert laid_out == count(page), laid_out


def test_the_last_photo_is_reached(page, server):
    page.run(f"() => {{ const scroller = {GRID}.querySelector('.scroller'); scroller.scrollTop = scroller.scrollHeight; }}")
    until(page, shown(count(page) - 1), "the scroll bar reaches the last photo")
    page.run(f"() => {GRID}.focusOn({GRID}.focusIndex)")
    page.press("Control+Home")
    until(page, shown(0), "the first photo shows again")
    page.press("Control+End")
    until(page, shown(count(page) - 1), "the key End reaches the last photo")
    page.press("Control+Home")


def test_each_place_of_the_scroll_bar_is_kept(page, server):
    moved = page.run(f"""async () => {{
      const {{ scroller }} = {GRID}, {{ element }} = scroller, last = element.scrollHeight - element.clientHeight, moved = [];
      for (let step = 0; step <= 100; step++) {{
        element.scrollTop = last * step / 100;
        for (let frame = 0; frame < 2 + step % 12; frame++) await new Promise(requestAnimationFrame);
        const wanted = scroller.state.map.toTrue(last * step / 100);
        // A pixel of the scroller is some 15 pixels of the grid.
        if (Math.abs(scroller.position - wanted) > 20) moved.push([step, scroller.position, wanted]);
      }}
      return moved;
    }}""")
    assert moved == [], moved
    page.run(f"() => {GRID}.focusOn({GRID}.focusIndex)")
    page.press("Control+Home")


def test_a_change_of_another_program_shows(page, server):
    until(page, shown(0), "the first photo shows")
    until(page, f"{GRID}.tiles.get(0).item", "the first photo is known")
    first = page.run(f"() => {GRID}.tiles.get(0).item.id")
    made = server.say("insert", count=1, day=20619)["ids"][0]
    until(page, f"{GRID}.tiles.get(0)?.item?.id === '{made}'", "the new photo is the first")
    assert page.run(f"() => {GRID}.tiles.get(1).item.id") == first
    server.say("remove", indexes=[0])
    until(page, f"{GRID}.tiles.get(0)?.item?.id === '{first}'", "the photo that was deleted is gone")


def test_the_photo_under_the_eye_does_not_move(page, server):
    held = f"""() => {{
      const grid = {GRID}, tile = grid.tiles.get(grid.place().index), box = tile.element.getBoundingClientRect();
      return [tile.item?.id, box.left, box.top];
    }}"""
    for part in (0.03, 0.13, 0.37, 0.499, 0.53, 0.71, 0.9, 0.98):
        page.run(f"() => {{ const {{ scroller }} = {GRID}; scroller.jump(scroller.last * {part}); scroller.element.scrollBy(0, 333.4); }}")
        until(page, f"{GRID}.tiles.get({GRID}.place().index)?.shown && {GRID}.tiles.get({GRID}.place().index).item", "the photos there are shown")
        time.sleep(0.5)
        before = page.run(held)
        for command, values in (("insert", {"count": 1, "day": 20619}), ("remove", {"indexes": [0]})):
            amount = count(page)
            server.say(command, **values)
            until(page, f"{GRID}.list.count !== {amount}", "the change is known")
            time.sleep(0.3)
            assert page.run(held) == before, f"{command} at {part}: {page.run(held)}, not {before}"
    page.press("Control+Home")
    until(page, shown(0), "the first photo shows again")


def test_the_keyboard_works(page, server):
    page.run(f"() => {GRID}.focusOn(0)")
    page.press("ArrowRight")
    assert page.run(f"() => {GRID}.focusIndex") == 1
    page.press("Enter")
    until(page, "document.querySelector('photo-viewer:not([hidden]) .frame img')", "Enter opens the photo")
    page.press("ArrowRight")
    until(page, "document.querySelector('photo-viewer').index === 2", "the arrow shows the next photo")
    page.press("Escape")
    until(page, "document.querySelector('photo-viewer').hidden", "Escape closes the photo")
    assert page.run(f"() => {GRID}.focusIndex") == 2
    page.press("g")
    until(page, "document.querySelector('dialog[open] input')", "the date field opens")
    page.fill("dialog input", "2015-07-04")
    page.press("Enter")
    until(page, f"Math.abs({GRID}.list.shape.days[{GRID}.focusIndex] - 16620) < 40", "the date field goes to a day")


def main():
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    failed = 0
    with mock("--count", str(COUNT)) as server, firefox() as open_page:
        page = open_page(server)
        for test in tests:
            started = time.time()
            name = test.__name__[5:].replace("_", " ")
            try:
                test(page, server)
                print(f"passed  Firefox: {name} ({time.time() - started:.1f} s)", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"FAILED  Firefox: {name}: {error}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
