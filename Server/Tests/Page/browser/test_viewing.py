"""Tests of looking at photos in a real browser, against the mock server: the viewer, days, touch, and pictures that are missing.

    python test_viewing.py [WORD…]      runs the tests whose names contain one of the words, or all
"""

import re
import sys

from support import mock, open_page, run_tests, wait_for_pictures, wait_until_still

STILL = ".tile:not([hidden], [inert]):not(.video)"
VIEWER = "document.querySelector('photo-viewer')"


def open_photo(page, number=0):
    """Opens one of the photos on the screen, and waits for its picture."""
    page.locator(STILL).nth(number).click()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")


def click_tile(page, index):
    """Clicks on the middle of the tile of a photo on the screen, and waits for the viewer."""
    x, y = page.evaluate("""(index) => {
      const box = document.querySelector('photo-grid').tiles.get(index).element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    }""", index)
    page.mouse.click(x, y)
    page.wait_for_selector("photo-viewer:not([hidden])")


def grid(page, expression):
    """A value of the grid."""
    return page.evaluate(f"() => {{ const grid = document.querySelector('photo-grid'); return {expression}; }}")


def test_animated_pictures_move_for_whom_originals_are_allowed(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    # The next photo is a picture too: the mock server has no movies.
    index = page.evaluate(f"""() => {{
      const grid = document.querySelector('photo-grid');
      const indexes = [...document.querySelectorAll('{STILL}')].map((tile) => grid.indexOf(tile));
      return indexes.find((index) => [index, index + 1].every((at) => grid.list.items.get(at)?.kind === 'image'));
    }}""")
    server.say("animate", indexes=[index])
    page.wait_for_function("(index) => document.querySelector('photo-grid').list.items.get(index)?.flags.includes('animated')", arg=index)
    click_tile(page, index)
    page.wait_for_selector("photo-viewer:not([hidden]) .frame.moving img.animation")
    page.keyboard.press("Space")
    page.wait_for_selector("photo-viewer .animation", state="detached")
    page.keyboard.press("Space")
    page.wait_for_selector("photo-viewer .frame.moving img.animation")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("photo-viewer .animation", state="detached")
    # A guest without originals sees the still picture.
    guest = running.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
    guest.goto(f"{server.address}/#link=link")
    wait_for_pictures(guest)
    click_tile(guest, index)
    guest.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    wait_until_still(guest)
    assert guest.locator("photo-viewer .animation").count() == 0
    assert guest.locator("photo-viewer .note p").count() == 0


def test_delete_pressed_three_times_deletes_three_photos(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    open_photo(page, 1)
    start = page.evaluate(f"{VIEWER}.index")
    ids = page.evaluate(f"(start) => [0, 1, 2, 3].map((step) => {VIEWER}.list.items.get(start + step).id)", start)
    # No answer comes before all keys were pressed.
    server.say("hold", path="/api/actions")
    for number in range(3):
        assert page.evaluate(f"{VIEWER}.item.id") == ids[number]
        page.keyboard.press("Delete")
    assert page.evaluate(f"{VIEWER}.item.id") == ids[3]
    server.say("release")
    page.wait_for_function(f"() => {VIEWER}.list.count === {count - 3}")
    gone = set(ids[:3])
    assert not gone & set(server.say("list")["ids"])
    assert page.evaluate(f"{VIEWER}.item.id") == ids[3]
    for number in range(3):
        page.wait_for_function(f"() => {VIEWER}.list.count === {count - 3 + number}")
        page.keyboard.press("z")
    page.wait_for_function(f"() => {VIEWER}.list.count === {count}")
    assert gone <= set(server.say("list")["ids"])
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"(id) => {VIEWER}.item?.id === id", arg=ids[2])
    # In the grid the focus goes on in the same way.
    page.keyboard.press("Escape")
    page.wait_for_selector("photo-viewer", state="hidden")
    server.say("hold", path="/api/actions")
    for _ in range(3):
        page.keyboard.press("Delete")
    server.say("release")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 3}")


def test_a_photo_that_the_server_keeps_is_reached_again(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    open_photo(page, 1)
    name = page.evaluate(f"{VIEWER}.item.id")
    server.say("faults", fail="/api/actions")
    page.keyboard.press("Delete")
    page.wait_for_selector(".message.failed")
    assert page.evaluate(f"{VIEWER}.item.id") != name
    server.say("faults", fail=None)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"(name) => {VIEWER}.item?.id === name", arg=name)


def test_a_very_large_photo_is_enlarged_by_tiles(running, server, problems):
    page = open_page(running, server, problems=problems, address="/?view=smart:panoramas")
    wait_for_pictures(page)
    asked = []
    page.on("request", lambda request: "/tiles" in request.url and asked.append(request.url))
    large = page.evaluate("[...document.querySelector('photo-grid').list.items.known].find(([, item]) => item.kind === 'image' && item.w === 12000)?.[0]")
    assert large is not None
    # The tiles do not come at first, and are asked for again.
    click_tile(page, large)
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    server.say("faults", fail="/photos/")
    page.keyboard.press("1")
    page.wait_for_function(f"() => {VIEWER}.current().tiles?.attempts > 0")
    server.say("faults", fail=None)
    page.wait_for_selector("photo-viewer .tiles img", timeout=20000)
    page.wait_for_function(f"() => {VIEWER}.current().tiles.element.children.length === {VIEWER}.current().tiles.shown.size")
    # The tiles that are seen, and not all of them.
    assert 0 < page.evaluate(f"{VIEWER}.current().tiles.shown.size") < 36
    box = page.evaluate(f"(() => {{ const frame = {VIEWER}.current().frame.getBoundingClientRect(); const tile = document.querySelector('.tiles img').getBoundingClientRect(); return [tile.width / frame.width, tile.height / frame.height]; }})()")
    assert abs(box[0] - 1024 / 12000) < 0.01 and box[1] <= 1024 / 2400 + 0.01, box
    page.keyboard.press("0")
    page.wait_for_selector("photo-viewer .tiles", state="detached")
    assert any(re.search(r"/tiles/\d+/\d+", address) for address in asked)


def test_tab_stays_in_the_viewer(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    open_photo(page, 2)
    index = page.evaluate(f"{VIEWER}.index")
    inside = "document.activeElement.closest('photo-viewer, #messages') !== null"
    for key in ["Tab"] * 25 + ["Shift+Tab"] * 30:
        page.keyboard.press(key)
        assert page.evaluate(inside), key
    page.keyboard.press("i")
    page.wait_for_selector(".panel section")
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(inside)
        seen.add(page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"))
    assert "Back to the photos" in seen and len(seen) > 8, seen
    # Escape in a field belongs to the field.
    page.locator(".stage").focus()
    page.keyboard.press("Escape")
    page.wait_for_selector("photo-viewer", state="hidden")
    assert grid(page, "grid.indexOf(document.activeElement)") == index


def test_small_photos_use_the_window(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    open_photo(page)
    page.evaluate(f"""() => fetch('/api/actions', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }},
      body: JSON.stringify({{ do: 'crop', on: {{ ids: [{VIEWER}.item.id] }}, x: 0, y: 0, width: 0.05, height: 0.05 }}) }})""")
    page.wait_for_function(f"() => {VIEWER}.item?.w < 700")
    page.wait_for_function(f"() => {VIEWER}.current().fitted.width > 1.9 * {VIEWER}.item.w")
    assert page.locator(".frame.pixels").count() == 0


def test_a_day_is_selected_by_its_heading_and_by_a_key(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    first = int(page.get_attribute(".headings .day", "data-first"))
    days = "document.querySelector('photo-grid').list.shape.days"
    length = page.evaluate(f"(first) => {{ const days = {days}; let end = first; while (days[end] === days[first]) end += 1; return end - first; }}", first)
    page.hover(".headings .day >> nth=0")
    page.locator(".headings .day >> nth=0").locator(".check").click()
    page.wait_for_selector(f"#action-bar >> text={length} selected")
    assert page.locator(".headings .day[data-selected]").count() == 1
    page.locator(".headings .day >> nth=0").locator(".check").click()
    page.wait_for_selector("#action-bar", state="hidden")
    grid(page, f"grid.focusOn({first})")
    page.keyboard.press("Shift+A")
    page.wait_for_selector(f"#action-bar >> text={length} selected")
    page.keyboard.press("Shift+A")
    page.wait_for_selector("#action-bar", state="hidden")


def test_a_finger_draws_a_selection_beyond_the_screen_and_two_fingers_change_the_size(running, server, problems):
    page = open_page(running, server, problems=problems, width=390, height=844, has_touch=True, is_mobile=True)
    wait_for_pictures(page)
    touch = page.context.new_cdp_session(page)
    send = lambda kind, points: touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    box = page.locator(".tile:not([hidden], [inert])").nth(1).bounding_box()
    x, y = box["x"] + 30, box["y"] + 30
    send("touchStart", [{"x": x, "y": y}])
    page.wait_for_selector(".drawing", state="attached")
    bottom = grid(page, "grid.getBoundingClientRect().bottom") - 5
    send("touchMove", [{"x": x, "y": y + 60}])
    send("touchMove", [{"x": x, "y": bottom}])
    # The finger rests, and the grid scrolls.
    page.wait_for_function("() => document.querySelector('photo-grid').position > 900")
    many = page.evaluate("document.querySelector('photo-grid').selected.ranges[0][1]")
    top = grid(page, "grid.getBoundingClientRect().top") + 5
    send("touchMove", [{"x": x, "y": top}])
    page.wait_for_function("() => document.querySelector('photo-grid').position < 200")
    fewer = page.evaluate("document.querySelector('photo-grid').selected.ranges[0][1]")
    send("touchEnd", [])
    assert many > 20 and fewer < many, (many, fewer)
    page.click("#action-bar button[aria-label='Clear the selection']")
    page.wait_for_selector("#action-bar", state="hidden")
    size = grid(page, "grid.size")
    middle = (top + bottom) / 2
    apart = lambda distance: [{"x": 195, "y": middle - distance, "id": 0}, {"x": 195, "y": middle + distance, "id": 1}]
    send("touchStart", apart(50)[:1])
    send("touchStart", apart(50))
    for distance in (60, 70, 80):
        send("touchMove", apart(distance))
    send("touchEnd", [])
    page.wait_for_function("(size) => document.querySelector('photo-grid').size !== size", arg=size)
    assert "smlx".index(grid(page, "grid.size")) == "smlx".index(size) + 1
    # Fingers between the photos do the same.
    wait_for_pictures(page)
    wait_until_still(page)
    heading = page.evaluate("""(middle) => {
      const boxes = [...document.querySelectorAll('.headings > :not(.unused)')].map((heading) => heading.getBoundingClientRect());
      return boxes.map(({ top, bottom }) => (top + bottom) / 2).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    }""", middle)
    beside = lambda distance: [{"x": 195 - distance, "y": heading, "id": 0}, {"x": 195 + distance, "y": heading, "id": 1}]
    send("touchStart", beside(80)[:1])
    send("touchStart", beside(80))
    for distance in (70, 60, 50):
        send("touchMove", beside(distance))
    send("touchEnd", [])
    page.wait_for_function("(size) => document.querySelector('photo-grid').size === size", arg=size)
    assert grid(page, "grid.selected.ranges.length") == 0


def test_a_missing_picture_says_why_and_comes_by_itself(running, server, problems):
    causes = [("damaged", 422, "unsuitable-file", "damaged"), ("offline", 404, "no-file", "Connect its disk"), ("elsewhere", 502, "remote-fails", "kept elsewhere")]
    for number, (_, status, word, _) in enumerate(causes):
        server.say("break", indexes=[number], status=status, word=word)
    page = open_page(running, server)
    wait_for_pictures(page)
    for number, (problem, _, _, sentence) in enumerate(causes):
        page.wait_for_function("([number, problem]) => document.querySelector('photo-grid').tiles.get(number)?.element.dataset.problem === problem", arg=[number, problem])
        click_tile(page, number)
        # The note of a video is about its movie.
        if page.evaluate(f"{VIEWER}.item.kind") != "video":
            page.wait_for_selector(f"photo-viewer .note >> text={sentence}")
            assert problem == "offline" or "offline" not in page.inner_text("photo-viewer .note")
        page.keyboard.press("Escape")
        page.wait_for_selector("photo-viewer", state="hidden")
    label = grid(page, "grid.tiles.get(0).element.getAttribute('aria-label')")
    assert "damaged" in label, label
    # The server tells that the disk is back: nobody has to do anything.
    server.say("mend")
    page.wait_for_function("() => [0, 1, 2].every((number) => document.querySelector('photo-grid').tiles.get(number)?.element.querySelector('img.shown'))")
    assert page.locator(".tile[data-problem]:not([hidden])").count() == 0


def test_the_note_of_a_photo_goes_with_the_photo(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    index = page.evaluate(f"""() => {{
      const grid = document.querySelector('photo-grid');
      const indexes = [...document.querySelectorAll('{STILL}')].map((tile) => grid.indexOf(tile));
      return indexes.find((index) => [index, index + 1].every((at) => grid.list.items.get(at)?.kind === 'image'));
    }}""")
    server.say("break", indexes=[index], status=422, word="unsuitable-file")
    # This browser has the picture, and another one does not.
    page.context.close()
    page = open_page(running, server)
    wait_for_pictures(page)
    click_tile(page, index)
    page.wait_for_selector("photo-viewer .note >> text=damaged")
    name = page.evaluate(f"{VIEWER}.item.id")
    server.say("remove", indexes=[index])
    page.wait_for_function(f"(name) => {VIEWER}.item && {VIEWER}.item.id !== name", arg=name)
    page.wait_for_selector("photo-viewer .note p", state="detached")
    assert page.evaluate(f"{VIEWER}.index") == index


def test_a_photo_stays_enlarged_as_long_as_it_is_shown(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    open_photo(page, 1)
    page.keyboard.press("1")
    page.wait_for_selector("photo-viewer.zoomed")
    index = page.evaluate(f"{VIEWER}.index")
    # An edit leaves the photo enlarged, and its edges outside the window.
    width = page.evaluate(f"{VIEWER}.item.w")
    page.evaluate(f"{VIEWER}.movement.pan(-9999, -9999)")
    server.say("rotate", indexes=[index])
    page.wait_for_function(f"(width) => {VIEWER}.item.h === width", arg=width)
    assert page.evaluate(f"""() => {{
      const {{ zoom: {{ scale, x, y }}, fitted, stage }} = {VIEWER}.current();
      const room = (side) => Math.max(0, (fitted[side] * scale - stage[side]) / 2) + 1;
      return scale > 1.01 && Math.abs(x) <= room('width') && Math.abs(y) <= room('height');
    }}""")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("photo-viewer:not(.zoomed)")
    assert page.evaluate(f"{VIEWER}.movement.scale") == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("1")
    page.wait_for_selector("photo-viewer.zoomed")
    server.say("remove", indexes=[index])
    page.wait_for_selector("photo-viewer:not(.zoomed)")


def test_the_viewer_closes_when_the_session_ends(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    open_photo(page)
    server.say("access")
    page.wait_for_selector("#sign-in input")
    page.wait_for_selector("photo-viewer", state="hidden")
    page.wait_for_function("() => document.activeElement.matches('#sign-in input')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#sign-in') !== null")
    # A guest cannot type anything there.
    guest = running.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
    guest.goto(f"{server.address}/#link=link")
    wait_for_pictures(guest)
    open_photo(guest)
    server.say("access")
    guest.wait_for_function("() => document.activeElement.matches('#sign-in button')")
    assert guest.locator("photo-viewer").is_hidden()


def test_everything_recovers_after_the_library_was_away(running, server, problems):
    server.say("faults", fail=["/preview", "/photos/"], offline=True)
    page = open_page(running, server)
    page.wait_for_selector(".tile.no-picture")
    page.wait_for_selector("#connection >> text=disk is away")
    page.locator(STILL).nth(0).click()
    page.wait_for_selector("photo-viewer .note >> text=comes by itself")
    server.say("faults", fail=None, offline=False)
    page.wait_for_selector("photo-viewer .frame img")
    page.wait_for_selector("photo-viewer .note p", state="detached")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tile.no-picture:not([hidden])", state="detached")
    # So does a list that could not be opened.
    server.say("faults", fail="/api/views", offline=True)
    page.click("#sidebar a[href*='favorites']")
    page.wait_for_selector(".state h2:has-text('cannot be shown')")
    server.say("faults", fail=None, offline=False)
    wait_for_pictures(page)
    # A page that was opened meanwhile shows the place of its address.
    name = server.say("list")["ids"][1500]
    server.say("faults", fail="/api/views", offline=True)
    page.goto(f"{server.address}/?at={name}")
    page.wait_for_selector(".state h2:has-text('cannot be shown')")
    page.wait_for_selector("#connection >> text=disk is away")
    server.say("faults", fail=None, offline=False)
    page.wait_for_function("() => document.querySelector('photo-grid').position > 1000")
    # Without a word of the server, pictures are asked for again after a moment.
    server.say("faults", fail="/preview")
    page.goto(f"{server.address}/?view=smart:raw")
    page.wait_for_selector(".tile.no-picture")
    server.say("faults", fail=None)
    page.wait_for_selector(".tile:not([hidden]) img.shown", timeout=20000)


def test_tiles_have_the_caption_in_their_label(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    captions = page.evaluate("[...document.querySelector('photo-grid').tiles.values()].filter(({ item }) => item?.caption).map(({ item, element }) => [item.caption, element.getAttribute('aria-label')])")
    assert captions and all(caption in label for caption, label in captions), captions


def main():
    run_tests(globals(), sys.argv[1:], 300, lambda running: mock("--count", "3000"), allowed=r"status of (404|409|410|415|422|502|503)|status of 501 .*/movie")


if __name__ == "__main__":
    main()
