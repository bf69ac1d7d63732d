"""Tests of the page in a real browser, against the mock server.

    python test_page.py [WORD…]      runs the tests whose names contain one of the words, or all
    python test_page.py --short      runs a few tests that touch most parts, in less than half a minute
"""

import json
import re
import threading
import sys
import urllib.request

from support import mock, open_page, run_tests, wait_for_pictures

TILES = "document.querySelectorAll('.tile:not([hidden], [inert])')"


def grid(page, expression):
    """A value of the grid."""
    return page.evaluate(f"() => {{ const grid = document.querySelector('photo-grid'); return {expression}; }}")


def first_seen(page):
    """The first row that is seen whole: identifier, left edge and top of its first photo."""
    return page.evaluate("""() => {
      const grid = document.querySelector('photo-grid');
      const place = grid.place();
      if (!place) return null;
      const tile = grid.tiles.get(place.index);
      const box = tile.element.getBoundingClientRect();
      return { id: tile.item?.id, x: box.left, y: box.top };
    }""")


def settle(page, milliseconds=400):
    page.wait_for_timeout(milliseconds)


def shown_equals_server(page, server, view="all"):
    """The list of the page (its shapes, and the photos on the screen) is what the server holds."""
    expected = server.say("list", view=view)
    page.wait_for_function("(version) => document.querySelector('photo-grid').list.version >= version", arg=expected["version"], timeout=15000)
    assert grid(page, "grid.list.count") == len(expected["ids"])
    settle(page, 600)
    items = page.evaluate("() => [...document.querySelector('photo-grid').list.items.known].map(([index, item]) => [index, item.id])")
    assert items
    wrong = [(index, name) for index, name in items if expected["ids"][index] != name]
    assert not wrong, f"{len(wrong)} of {len(items)} items are at wrong places: {wrong[:3]}"
    tiles = page.evaluate("() => [...document.querySelector('photo-grid').tiles].map(([index, tile]) => [index, tile.item?.id])")
    assert all(expected["ids"][index] == name for index, name in tiles if name), "a tile shows another photo"


def compare_shape(page):
    """The shapes and days that changes made are those of a fresh fetch."""
    return page.evaluate("""async () => {
      const { parseShape } = await import('/js/list/shape.js');
      const { api } = await import('/js/core/api.js');
      const { list } = document.querySelector('photo-grid');
      const fresh = parseShape(await api.shape(list.view, list.version));
      const equal = (a, b) => a.length === b.length && a.every((value, index) => value === b[index]);
      return equal(fresh.shapes, list.shape.shapes) && equal(fresh.days, list.shape.days);
    }""")


def test_the_grid_shows_decoded_photos_without_layout_shift_in_few_elements(running, server, problems):
    page = open_page(running, server, problems=problems)
    page.evaluate("""() => { window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shift += entry.value)).observe({ type: 'layout-shift', buffered: true }); }""")
    wait_for_pictures(page)
    page.mouse.move(700, 400)
    for step in range(30):
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(16)
    settle(page, 800)
    wait_for_pictures(page)
    elements = page.evaluate("document.querySelectorAll('body *').length")
    assert elements <= 300, elements
    assert page.evaluate("window.shift") == 0, page.evaluate("window.shift")


def test_the_grid_takes_over_the_first_screen_without_a_flash_or_a_second_request(running, server, problems):
    for width, height in ((1440, 900), (390, 844)):
        page = open_page(running, server, width=width, height=height, problems=problems)
        wait_for_pictures(page)
        asked = []
        page.on("request", lambda request: "/preview/" in request.url and asked.append(request.url))
        # On a slow machine the page takes requests back, and asks again later.
        page.on("requestfailed", lambda request: request.url in asked and asked.remove(request.url))
        # The rest of the page waits, so that the first screen is there alone.
        held = []
        page.route("**/js/app/main.js", lambda route: held.append(route))
        page.reload(wait_until="commit")
        page.wait_for_function("""() => {
          const tiles = [...document.querySelectorAll('.tile')];
          return tiles.length > 0 && tiles.every((tile) => tile.querySelector('img.shown'));
        }""")
        assert not page.evaluate("customElements.get('photo-grid')"), "the grid is there already"
        first = page.evaluate("""() => {
          window.shift = 0;
          new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shift += entry.value)).observe({ type: 'layout-shift', buffered: true });
          window.hidden = 0;
          new MutationObserver((changes) => changes.forEach(({ target, oldValue }) => {
            if (target.matches('.tile img') && oldValue?.includes('shown') && !target.classList.contains('shown')) window.hidden += 1;
          })).observe(document.querySelector('photo-grid'), { attributes: true, attributeOldValue: true, attributeFilter: ['class'], subtree: true });
          window.firstTiles = [...document.querySelectorAll('.tile')];
          window.firstWords = [...document.querySelectorAll('.headings > :not(.unused)')].map((heading) => heading.textContent);
          window.firstPlaces = window.firstTiles.map((tile) => tile.getBoundingClientRect().toJSON());
          const frame = document.querySelector('photo-grid').getBoundingClientRect();
          return { count: window.firstTiles.length, bottom: Math.max(...window.firstPlaces.map(({ bottom }) => bottom)) - frame.bottom };
        }""")
        assert first["count"] >= 8 and first["bottom"] >= 0, first
        settle(page, 300)
        held[0].continue_()
        page.unroute("**/js/app/main.js")
        wait_for_pictures(page)
        settle(page, 800)
        after = page.evaluate("""() => ({
          same: window.firstTiles.every((tile) => tile.isConnected && !tile.hidden && tile.getAttribute('aria-label') && tile.querySelector('img.shown')),
          places: JSON.stringify(window.firstTiles.map((tile) => tile.getBoundingClientRect().toJSON())) === JSON.stringify(window.firstPlaces),
          words: window.firstWords.every((words) => [...document.querySelectorAll('.headings > :not(.unused)')].some((heading) => heading.textContent === words)) && window.firstWords.length > 0,
          shift: window.shift, hidden: window.hidden })""")
        assert after == {"same": True, "places": True, "words": True, "shift": 0, "hidden": 0}, after
        assert len(asked) == len(set(asked)), "a picture was asked for twice"
        page.context.close()


def test_the_address_holds_list_place_size_and_photo_over_reload_back_and_forward(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 5210)
    settle(page, 700)
    before = first_seen(page)
    page.reload()
    wait_for_pictures(page)
    settle(page)
    assert first_seen(page) == before
    page.click("#sidebar a[href*='favorites']")
    wait_for_pictures(page)
    page.go_back()
    wait_for_pictures(page)
    settle(page)
    assert first_seen(page) == before
    page.keyboard.press("+")
    assert "size=l" in page.url
    page.keyboard.press("-")
    page.locator(".tile:not([hidden], [inert])").nth(5).click()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    assert "photo=" in page.url
    page.reload()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    page.keyboard.press("Escape")
    page.wait_for_selector("photo-viewer", state="hidden")
    assert "photo=" not in page.url


def test_changes_above_move_nothing_and_changes_arrive(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 4000)
    settle(page, 700)
    for change in ({"command": "insert", "count": 3, "day": 20618}, {"command": "remove", "indexes": [0, 4, 9]}, {"command": "rotate", "indexes": [2, 3]}, {"command": "redate", "index": 5, "day": 15000}):
        before = first_seen(page)
        server.say(**change) if False else server.say(change.pop("command"), **change)
        shown_equals_server(page, server)
        assert first_seen(page) == before, (change, before, first_seen(page))
    assert compare_shape(page)


def test_after_thousands_of_random_changes_the_page_equals_a_fresh_fetch(running, server, problems):
    pages = [open_page(running, server, problems=problems), open_page(running, server, problems=problems, width=390, height=844)]
    for page in pages:
        wait_for_pictures(page)
    pages[1].mouse.move(200, 400)
    pages[1].mouse.wheel(0, 3000)
    for round in range(5):
        server.say("random", count=400, pause=1)
        for page in pages:
            shown_equals_server(page, server)
            assert compare_shape(page)


def test_a_broken_connection_is_told_and_the_page_goes_on_from_its_version(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    page.context.set_offline(True)
    server.say("drop")
    server.say("insert", count=2)
    page.wait_for_selector("#connection:not([hidden])", timeout=8000)
    page.context.set_offline(False)
    server.say("insert", count=1)
    page.wait_for_selector("#connection", state="hidden", timeout=15000)
    shown_equals_server(page, server)
    assert compare_shape(page)
    server.say("faults", offline=True)
    page.wait_for_selector("#connection:not([hidden])")
    server.say("faults", offline=False)
    page.wait_for_selector("#connection", state="hidden")
    server.say("insert", count=1)
    server.say("reload")
    shown_equals_server(page, server)


def test_albums_and_activity_are_true_after_a_broken_connection(running, server, problems):
    other = open_page(running, server)
    page = open_page(running, server, "/?page=activity")
    page.wait_for_selector(".tree [role=treeitem]")
    page.wait_for_selector(".timeline section")
    server.say("insert", count=1, author="Scanner")
    page.wait_for_selector(".timeline li:first-child >> text=Scanner")
    page.context.set_offline(True)
    server.say("drop")
    page.wait_for_selector("#connection:not([hidden])", timeout=8000)
    wait_for_pictures(other)
    other.evaluate("import('/js/core/api.js').then(({ api }) => api.makeAlbum('Of another program', 'album'))")
    server.say("faults", offline=True)
    server.say("insert", count=1, author="Second scanner")
    page.context.set_offline(False)
    page.wait_for_selector("#connection >> text=library", timeout=15000)
    page.wait_for_selector(".timeline li:first-child >> text=Second scanner")
    page.wait_for_selector(".tree [role=treeitem]:has-text('Of another program')")
    page.context.set_offline(True)
    server.say("drop")
    page.wait_for_selector("#connection >> text=connection", timeout=8000)
    server.say("faults", offline=False)
    page.context.set_offline(False)
    page.wait_for_selector("#connection", state="hidden", timeout=15000)


def test_a_session_that_ended_while_the_connection_was_broken_asks_again(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    page.context.set_offline(True)
    server.say("drop")
    page.wait_for_selector("#connection:not([hidden])", timeout=8000)
    server.say("access")
    page.context.set_offline(False)
    page.wait_for_selector("#sign-in form", timeout=15000)


def test_a_part_that_cannot_be_loaded_is_told_and_comes_when_the_page_is_loaded_again(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    parts = ("**/js/viewer/viewer.js", "**/js/pages/storage.js", "**/js/features/help.js")
    for part in parts:
        page.route(part, lambda route: route.abort())
    page.locator(".tile:not([hidden], [inert])").nth(3).click()
    page.wait_for_selector(".message.failed >> text=cannot be reached")
    page.wait_for_function("() => !location.search.includes('photo=')")
    page.keyboard.press("?")
    page.wait_for_function("() => document.querySelectorAll('.message.failed').length === 1")
    page.click("#sidebar a[href*='storage']")
    page.wait_for_selector("#page .note-box >> text=cannot be reached")
    for part in parts:
        page.unroute(part)
    page.click("#page .note-box button")
    page.wait_for_selector("#page .rows")
    page.click("#sidebar a[href='/']")
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(3).click()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")


def test_another_list_opens_while_the_one_before_keeps_changing(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    server.say("faults", delay=60)
    opened = threading.Event()

    def change():
        while not opened.is_set():
            server.say("random", count=1, pause=80)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        page.wait_for_timeout(300)
        page.click("#sidebar a[href*='favorites']")
        page.wait_for_function("() => document.querySelector('photo-grid').list.view === 'favorites'")
        wait_for_pictures(page)
    finally:
        opened.set()
        changing.join()
    count = len(server.say("list", view="favorites")["ids"])
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count}")


def test_a_list_that_is_locked_again_leaves_the_stream_to_the_others(running, server, problems):
    page = open_page(running, server, address="/?view=hidden")
    page.click(".state button.primary")
    page.fill("dialog input", "password")
    page.keyboard.press("Enter")
    wait_for_pictures(page)
    other = page.context.new_page()
    other.goto(f"{server.address}/")
    wait_for_pictures(other)
    server.say("lock")
    server.say("drop")
    page.wait_for_selector(".state button.primary")
    other.wait_for_selector("#connection", state="hidden", timeout=15000)
    server.say("insert", count=1)
    shown_equals_server(other, server)
    # And where nothing but the locked list shows, the rest of the page is alive.
    other.close()
    page.click("#sidebar a[href*='activity']")
    server.say("insert", count=1, author="Scanner")
    page.wait_for_selector(".timeline li:first-child >> text=Scanner", timeout=15000)


def test_a_tab_that_was_signed_out_leaves_the_stream_to_the_others(running, server, problems):
    first = open_page(running, server)
    wait_for_pictures(first)
    page = first.context.new_page()
    page.goto(f"{server.address}/")
    wait_for_pictures(page)
    server.say("access")
    first.wait_for_selector("#sign-in form")
    page.wait_for_selector("#sign-in form")
    page.fill("#sign-in input", "password")
    # The address may change before, without a new page.
    with page.expect_event("load"):
        page.keyboard.press("Enter")
    wait_for_pictures(page)
    server.say("insert", count=1)
    shown_equals_server(page, server)


def test_tabs_share_one_stream_and_another_tab_takes_over(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    other = page.context.new_page()
    other.goto(f"{server.address}/?view=favorites")
    wait_for_pictures(other)
    assert server.say("streams")["count"] == 1
    server.say("insert", count=1)
    shown_equals_server(page, server)
    page.close()
    settle(other, 600)
    server.say("insert", count=1)
    other.goto(f"{server.address}/")
    wait_for_pictures(other)
    server.say("remove", indexes=[0])
    shown_equals_server(other, server)
    assert server.say("streams")["count"] == 1


def test_everything_is_done_with_the_keyboard_alone(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className.includes('tile')"):
            break
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    assert page.evaluate(f"[...{TILES}].filter((tile) => tile.tabIndex === 0).length") == 1
    for key in ("ArrowRight", "ArrowDown", "End", "Home", "PageDown", "PageDown"):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
        box = page.evaluate("(() => { const b = document.activeElement.getBoundingClientRect(); return [b.top, b.bottom]; })()")
        assert box[0] > 50 and box[1] < 901, (key, box)
    page.keyboard.press("Control+End")
    assert grid(page, "grid.focusIndex === grid.list.count - 1")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert "3 selected" in page.inner_text("#action-bar")
    page.keyboard.press("Escape")
    page.wait_for_selector("#action-bar", state="hidden")
    page.keyboard.press("Enter")
    page.wait_for_selector("photo-viewer:not([hidden])")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("i")
    page.wait_for_selector(".panel section")
    page.keyboard.press("i")
    page.keyboard.press("Escape")
    page.wait_for_selector("photo-viewer", state="hidden")
    assert grid(page, "grid.focusIndex") == 3
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("/")
    page.keyboard.type("beach")
    page.wait_for_function("() => location.search.includes('search')")
    wait_for_pictures(page)


def test_keys_begin_at_the_first_photo_on_the_screen(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    assert grid(page, "grid.focusIndex") == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("photo-viewer:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector("photo-viewer", state="hidden")
    assert grid(page, "grid.focusIndex") == 1
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+End")
    assert grid(page, "grid.focusIndex === grid.list.count - 1")


def test_the_focused_photo_is_never_recycled(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(3).focus()
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.mouse.move(700, 400)
    for _ in range(20):
        page.mouse.wheel(0, 2000)
        page.wait_for_timeout(20)
    settle(page)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == name
    page.keyboard.press("ArrowRight")
    settle(page)
    assert grid(page, "grid.focusIndex") == 4
    assert grid(page, "grid.position") < 300


def test_actions_answer_and_can_be_undone(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    tiles = page.locator(".tile:not([hidden], [inert])")
    tiles.nth(1).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("#")
    page.wait_for_selector("dialog[open]")
    assert "Delete 2 photos?" in page.inner_text("dialog")
    page.keyboard.press("Enter")
    page.wait_for_selector(".message.done")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 2}")
    page.click(".message button.plain")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count}")
    page.keyboard.press("Shift+Z")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 2}")
    page.keyboard.press("z")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count}")
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("#")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 1}")
    server.say("faults", conflict=True)
    page.keyboard.press("z")
    page.wait_for_selector(".message.failed")
    assert "no longer be undone" in page.inner_text(".message.failed")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    server.say("faults", conflict=False)


def test_videos_are_called_videos(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    index = grid(page, "[...grid.list.items.known].find(([, item]) => item.kind === 'video')[0]")
    page.evaluate("(index) => document.querySelector('photo-grid').tiles.get(index).element.focus()", index)
    page.keyboard.press("#")
    page.wait_for_selector(".message.done >> text=Video moved to Recently Deleted")
    page.keyboard.press("z")
    page.wait_for_selector(".message.done >> text=Undone: Video moved")
    assert re.search(r"photos and [\d,]+ videos", page.inner_text("#topbar .count"))


def test_a_refusal_is_told_in_the_readers_language(running, server, problems):
    page = open_page(running, server, problems=problems, locale="de-DE")
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("#")
    page.wait_for_selector(".message.done")
    server.say("faults", conflict=True)
    page.keyboard.press("z")
    page.wait_for_selector(".message.failed >> text=lässt sich nicht widerrufen")
    server.say("faults", conflict=False)
    page.keyboard.press("z")
    page.wait_for_selector(".message.done >> text=Widerrufen")


def test_steps_live_over_a_reload_and_in_another_tab(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("#")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 1}")
    page.reload()
    wait_for_pictures(page)
    page.keyboard.press("z")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count}")
    assert "Photo moved to Recently Deleted" in page.inner_text(".message.done")
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_pictures(other)
    other.keyboard.press("Shift+Z")
    for tab in (page, other):
        tab.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 1}")
    page.keyboard.press("z")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count}")
    # What was new since cannot be redone.
    page.locator(".tile:not([hidden], [inert])").nth(1).focus()
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('.message.done')?.innerText.includes('favorites')")
    other.keyboard.press("Shift+Z")
    other.wait_for_function("() => document.querySelector('.message.done')?.innerText.includes('nothing to redo')")
    other.close()


def test_all_photos_are_selected_as_a_query(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Space")
    sent = []
    page.on("request", lambda request: request.url.endswith("/api/actions") and sent.append(request.post_data))
    page.keyboard.press("f")
    page.wait_for_selector(".message.done")
    body = json.loads(sent[0])
    assert body["on"]["all"] is True and body["on"]["except"] == [[0, 1]], body
    assert len(sent[0]) < 200
    page.click(".message button.plain")
    settle(page, 800)


def test_each_action_of_one_photo(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert]):not(.video)").nth(2).click()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    page.keyboard.press("i")
    page.wait_for_selector(".panel section")
    page.fill(".panel textarea", "A very own caption")
    page.keyboard.press("Enter")
    page.wait_for_selector(".message.done")
    page.fill(".panel input[name=keyword]", "granny, tree")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips >> text=granny")
    page.click(".stars button:nth-child(2)")
    page.wait_for_selector(".stars button:nth-child(2)[aria-pressed=true]")
    page.click(".panel section:has(h2:text('Place')) .icon-button")
    page.fill("dialog input[name=place]", "nowhere")
    page.click("dialog button.primary")
    page.wait_for_selector("dialog .problem >> text=No place is called “nowhere”")
    # Several places have this name, so one is chosen; a single one needs no choice.
    page.fill("dialog input[name=place]", "springfield")
    page.wait_for_selector("dialog input[type=radio][value='0']:checked")
    page.click("dialog label:has-text('Massachusetts')")
    page.click("dialog button.primary")
    page.wait_for_selector(".panel >> text=42° 6")
    page.click(".panel section:has(h2:text('Place')) .icon-button")
    page.fill("dialog input[name=place]", "zer")
    page.wait_for_selector("dialog label >> text=Valais")
    page.keyboard.press("Enter")
    page.wait_for_selector(".panel >> text=46° 1")
    page.click(".panel section:has(h2:text('Place')) .icon-button")
    page.fill("dialog input[name=place]", "47.3769, 8.5417")
    page.click("dialog button.primary")
    page.wait_for_selector(".panel >> text=47° 22")
    page.locator(".stage").focus()
    size = page.evaluate("(() => { const { w, h } = document.querySelector('photo-viewer').item; return [w, h]; })()")
    page.keyboard.press("r")
    page.wait_for_function("([w, h]) => { const { item } = document.querySelector('photo-viewer'); return item && item.w === h && item.h === w; }", arg=size)
    page.keyboard.press("c")
    page.wait_for_selector(".crop-frame")
    page.wait_for_timeout(100)
    # All handles can be seen and reached.
    shown = page.evaluate("""[...document.querySelectorAll('.crop-frame .handle')].map((handle) => {
        const { left, top, right, bottom } = handle.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return isInside && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === handle;
    })""")
    assert shown == [True] * 8, shown
    for _ in range(20):
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_function("(w) => Math.abs(document.querySelector('photo-viewer').item?.w - w * 0.8) < 2", arg=size[1])
    page.click("#tab-history")
    page.wait_for_selector(".history li")
    page.locator(".stage").focus()
    name = page.evaluate("document.querySelector('photo-viewer').item.id")
    page.keyboard.press("h")
    page.wait_for_function("(name) => document.querySelector('photo-viewer').item?.id !== name", arg=name)
    page.keyboard.press("z")
    page.keyboard.press("Escape")
    page.wait_for_selector("photo-viewer", state="hidden")


def test_the_viewer_zooms_at_the_pointer_and_follows_the_list(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert]):not(.video)").nth(3).click()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    settle(page)
    frame = "document.querySelector('photo-viewer').current().frame.getBoundingClientRect()"
    before = page.evaluate(f"(() => {{ const b = {frame}; return {{ x: b.x, y: b.y, w: b.width, h: b.height }}; }})()")
    px, py = before["x"] + before["w"] * 0.3, before["y"] + before["h"] * 0.4
    page.mouse.move(px, py)
    for _ in range(6):
        page.mouse.wheel(0, -100)
    settle(page)
    after = page.evaluate(f"(() => {{ const b = {frame}; return {{ x: b.x, y: b.y, w: b.width, h: b.height }}; }})()")
    assert after["w"] > before["w"] * 1.5
    assert after["h"] < 900 or abs((py - after["y"]) / after["h"] - 0.4) < 0.01
    page.keyboard.press("0")
    page.mouse.dblclick(700, 450)
    settle(page)
    scale = page.evaluate("(() => { const viewer = document.querySelector('photo-viewer'); return viewer.current().zoom.scale * viewer.current().fitted.width / viewer.item.w; })()")
    assert abs(scale - 1) < 0.01, scale
    page.keyboard.press("Escape")
    name = page.evaluate("document.querySelector('photo-viewer').item.id")
    server.say("insert", count=3)
    settle(page, 800)
    assert page.evaluate("document.querySelector('photo-viewer').item.id") == name
    index = page.evaluate("document.querySelector('photo-viewer').index")
    server.say("remove", indexes=[index])
    page.wait_for_function("(name) => { const { item } = document.querySelector('photo-viewer'); return item && item.id !== name; }", arg=name)
    assert page.evaluate("document.querySelector('photo-viewer').index") == index


def test_albums_are_made_renamed_nested_ordered_and_deleted(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.click(".side-heading .icon-button")
    page.click(".menu button:has-text('New folder')")
    page.fill("dialog input", "Summer <b>2026</b>")
    page.keyboard.press("Enter")
    item = page.locator(".tree [role=treeitem]:has-text('Summer <b>2026</b>')")
    item.wait_for()
    item.focus()
    places = lambda: page.locator(".tree [role=treeitem] .name").all_inner_texts()
    at = places().index("Summer <b>2026</b>")
    page.keyboard.press("Alt+ArrowUp")
    page.wait_for_function("(at) => [...document.querySelectorAll('.tree .name')].findIndex((name) => name.textContent.startsWith('Summer')) === at - 1", arg=at)
    settle(page, 500)
    page.locator(".tree [role=treeitem]:has-text('For printing')").focus()
    # Photos are added from the grid.
    page.locator(".tile:not([hidden], [inert])").nth(1).focus()
    page.keyboard.press("a")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog input[name=title]", "New one")
    page.click("dialog button.primary")
    page.wait_for_selector(".tree >> text=New one")
    page.locator(".tree a:has-text('New one')").click()
    # The pictures of the list before may still be there.
    page.wait_for_function("() => document.querySelector('photo-grid').list.count === 1")
    wait_for_pictures(page)
    item = page.locator(".tree [role=treeitem]:has-text('New one')")
    item.focus()
    page.keyboard.press("F2")
    page.fill("dialog input", "Old one")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Old one')")
    page.locator(".tree [role=treeitem]:has-text('Old one')").focus()
    page.keyboard.press("Delete")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Photos')")


def test_a_menu_stays_while_the_list_below_it_changes(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.click(".side-heading .icon-button")
    page.wait_for_selector(".menu button:focus")
    page.evaluate("import('/js/core/api.js').then(({ api }) => api.makeAlbum('Of another program', 'album'))")
    page.wait_for_selector(".tree [role=treeitem]:has-text('Of another program')")
    assert page.locator(".menu button:focus").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector(".menu", state="detached")
    assert page.evaluate("document.activeElement?.getAttribute('aria-expanded')") == "false"


def test_titles_of_200_characters_widen_nothing(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.evaluate("""async (title) => {
      const make = async (values) => (await (await fetch('/api/albums', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(values) })).json()).id;
      const parent = await make({ title, kind: 'folder' });
      const album = await make({ title, kind: 'album', parent });
      const { version } = await (await fetch('/api/views/all')).json();
      await fetch('/api/actions', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ do: 'addToAlbum', album, on: { view: 'all', version, ranges: [[0, 3]] } }) });
    }""", "x" * 200)
    for width, height in ((1440, 900), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.address}/?page=albums")
        page.wait_for_selector(".cover[title^=xxx] img")
        wide = page.evaluate("""() => [...document.querySelectorAll('.covers li')].filter((place) => {
          const limit = place.getBoundingClientRect().right + 1;
          return [...place.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > limit && !part.closest('.cover-picture > img'));
        }).length""")
        assert wide == 0, f"{wide} albums are wider than their place at {width} px"
        assert page.evaluate("document.querySelector('#page').scrollWidth <= innerWidth")
    page.context.close()


def test_the_side_bar_shows_an_album_that_lies_in_closed_folders(running, server, problems):
    page = open_page(running, server, problems=problems, address="/?view=album:AL1")
    page.wait_for_selector(".tree [aria-current=page]")
    assert page.locator(".tree [aria-expanded=true]").count() == 2
    # It does not open again what a person closes.
    page.locator(".tree [aria-expanded=true] .entry").first.click()
    page.wait_for_selector(".tree [aria-current=page]", state="detached")
    page.wait_for_timeout(200)
    assert page.locator(".tree [aria-expanded=true]").count() == 0


def test_photos_of_an_album_are_ordered_by_keys(running, server, problems):
    page = open_page(running, server, problems=problems, address="/?view=album:AL6")
    wait_for_pictures(page)
    settle(page)
    first = page.evaluate("document.querySelector('photo-grid').list.items.get(0).id")
    page.evaluate("document.querySelector('photo-grid').focusOn(0)")
    page.keyboard.press("Alt+ArrowRight")
    page.wait_for_function("(first) => document.querySelector('photo-grid').list.items.get(1)?.id === first", arg=first)
    page.keyboard.press("z")
    page.wait_for_function("(first) => document.querySelector('photo-grid').list.items.get(0)?.id === first", arg=first)


def test_photos_are_dragged_to_albums_and_within_them_and_albums_into_folders(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.wait_for_selector(".tree a:has-text('For printing')")
    count = int(page.inner_text(".tree li:has-text('For printing') .count"))
    page.drag_and_drop(".tile:not([hidden]) >> nth=12", ".tree li:has-text('For printing')")
    page.wait_for_selector(".message.done >> text=For printing")
    page.wait_for_function(f"() => [...document.querySelectorAll('.tree li')].some((entry) => entry.textContent.includes('For printing') && entry.querySelector('.count').textContent === '{count + 1}')")
    page.drag_and_drop(".tree li:has-text('Best of the year')", ".tree li:has-text('Travel')")
    page.wait_for_selector(".tree li[aria-level='2']:has-text('Best of the year')")
    page.click(".tree a:has-text('For printing')")
    page.wait_for_function("() => document.querySelector('photo-grid').canReorder")
    wait_for_pictures(page)
    names = "() => { const { known } = document.querySelector('photo-grid').list.items; return [0, 1, 2].map((index) => known.get(index)?.id); }"
    before = page.evaluate(names)
    order = page.evaluate("() => { const grid = document.querySelector('photo-grid'); return [0, 2].map((index) => grid.tiles.get(index).element.id); }")
    box = page.locator(f"#{order[1]}").bounding_box()
    page.drag_and_drop(f"#{order[0]}", f"#{order[1]}", target_position={"x": box["width"] - 10, "y": box["height"] / 2})
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.items.known.get(2)?.id === '{before[0]}'")
    assert page.evaluate(names) == [before[1], before[2], before[0]]


def test_hidden_photos_ask_and_recently_deleted_is_restored_and_purged(running, server, problems):
    page = open_page(running, server, address="/?view=hidden")
    page.click(".state button.primary")
    page.fill("dialog input", "wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector(".message.failed")
    page.click(".state button.primary")
    page.fill("dialog input", "password")
    page.keyboard.press("Enter")
    wait_for_pictures(page)
    page.click("#sidebar a[href*='trash']")
    # The photos of the list before are still on the screen for a moment.
    page.wait_for_function("() => document.querySelector('photo-grid').list.view === 'trash'")
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("Space")
    page.click(".action-bar button:has-text('Restore')")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 1}")
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("#")
    page.wait_for_selector("dialog[open]")
    assert "cannot be undone" in page.inner_text("dialog")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count - 2}")


def test_the_search_says_what_it_understood(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    assert page.locator("#understanding").is_hidden()
    page.fill("#search", "the beach 2024-13")
    page.wait_for_selector("#understanding .misunderstood >> text=is not a date")
    assert page.locator("#understanding .parts li").all_inner_texts() == ["beach…", "2024-13…"]
    assert "the" in page.inner_text("#understanding .understanding > .quiet")
    page.fill("#search", "beach")
    page.wait_for_function("() => document.querySelectorAll('#understanding .parts li').length === 1")
    wait_for_pictures(page)
    assert page.locator("#understanding .misunderstood").count() == 0
    page.reload()
    wait_for_pictures(page)
    assert page.locator("#understanding .parts li").all_inner_texts() == ["beach…"]
    page.press("#search", "Escape")
    page.wait_for_function("() => !location.search.includes('search')")
    page.wait_for_selector("#understanding", state="hidden")
    # A keyword among the facts leads to the photos that have it.
    page.goto(f"{server.address}/?view=search:beach")
    wait_for_pictures(page)
    page.locator(".tile").first.click()
    page.wait_for_selector("photo-viewer:not([hidden])")
    page.keyboard.press("i")
    page.click(".panel .chips button >> nth=0")
    page.wait_for_function("() => new URLSearchParams(location.search).get('view')?.startsWith('search:keyword:')")
    wait_for_pictures(page)


def test_suggestions_complete_what_is_typed(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    field = page.locator("#search")
    assert field.get_attribute("role") == "combobox" and field.get_attribute("aria-expanded") == "false"
    page.keyboard.press("/")
    page.keyboard.type("2025 b")
    page.wait_for_selector("#suggestions li")
    assert field.get_attribute("aria-expanded") == "true" and field.get_attribute("aria-controls") == "suggestions"
    words = [line.split("\n")[0] for line in page.locator("#suggestions li").all_inner_texts()]
    assert all(word.startswith("2025 b") for word in words)
    # With keys: the field keeps the focus, and the marked suggestion is named.
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "search"
    assert field.get_attribute("aria-activedescendant") == "suggestion-0"
    assert page.get_attribute("#suggestion-0", "aria-selected") == "true"
    assert "photo" in page.get_attribute("#suggestion-0", "aria-label")
    page.keyboard.press("Enter")
    page.wait_for_function("(text) => new URLSearchParams(location.search).get('view') === `search:${text}`", arg=words[0])
    assert field.input_value() == words[0] and page.locator("#suggestions").count() == 0
    assert page.evaluate("document.activeElement.id") == "search"
    # A word that names a place says so.
    page.fill("#search", "harb")
    page.wait_for_selector("#suggestions li >> text=Place")
    assert page.get_attribute("#suggestion-0", "aria-label").endswith(", Place")
    page.keyboard.press("Escape")
    # Escape takes the list away first, and then the search.
    page.keyboard.press("Control+a")
    page.keyboard.type("b")
    page.wait_for_selector("#suggestions li")
    page.keyboard.press("Escape")
    assert page.locator("#suggestions").count() == 0 and field.input_value() == "b"
    page.keyboard.press("Escape")
    assert field.input_value() == ""
    # With the mouse, and what is not chosen goes when the field is left.
    page.fill("#search", "b")
    page.wait_for_selector("#suggestions li")
    word = page.locator("#suggestions li .name").nth(1).inner_text()
    page.locator("#suggestions li").nth(1).click()
    page.wait_for_function("(text) => new URLSearchParams(location.search).get('view') === `search:${text}`", arg=word)
    page.fill("#search", "b")
    page.wait_for_selector("#suggestions li")
    page.locator("#search").blur()
    page.wait_for_selector("#suggestions", state="detached")
    page.context.close()
    # By touch.
    page = open_page(running, server, width=390, height=844, problems=problems, has_touch=True, is_mobile=True)
    wait_for_pictures(page)
    page.tap("#bottombar >> text=Search")
    page.fill("#search", "b")
    page.wait_for_selector("#suggestions li")
    word = page.locator("#suggestions li .name").first.inner_text()
    page.locator("#suggestions li").first.tap()
    page.wait_for_function("(text) => new URLSearchParams(location.search).get('view') === `search:${text}`", arg=word)


def test_duplicates_are_searched_compared_merged_and_taken_back(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.click("#sidebar a[href*='duplicates']")
    page.click(".duplicate-tools button:has-text('Same pixels')")
    assert page.locator(".duplicate-group").count() == 0
    page.click("text=Search for duplicates")
    page.wait_for_selector(".duplicate-state progress")
    page.wait_for_selector(".duplicate-group")
    assert page.get_attribute(".kinds button:has-text('Same pixels')", "aria-pressed") == "true"
    amount = int(re.search(r"\d+", page.inner_text(".duplicate-state")).group())
    assert page.locator(".duplicate-group").count() == min(20, amount)
    first = page.locator(".duplicate-group").first
    assert first.locator(".side-by-side > li").count() == 2
    assert "Stays" in first.locator(".side-by-side > li").first.inner_text()
    kept = first.locator(".duplicate-picture").first.get_attribute("title")
    assert f"{kept} stays." in first.locator(".merge-line p").inner_text()
    assert "more pixels" in first.locator(".side-by-side > li").nth(1).inner_text()
    assert first.locator(".differs").count() > 0
    name = first.get_attribute("aria-labelledby")
    first.locator("button:has-text('Merge')").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("(name) => !document.getElementById(name)", arg=name)
    page.wait_for_selector(".message >> text=Merged")
    page.wait_for_function("() => document.activeElement?.closest('.merge-line')")
    assert int(re.search(r"\d+", page.inner_text(".duplicate-state")).group()) == amount - 1
    page.click(".message button:has-text('Undo')")
    page.wait_for_function("(name) => document.getElementById(name)", arg=name)
    if amount > 20:
        page.click(".more-button")
        page.wait_for_function("(amount) => document.querySelectorAll('.duplicate-group').length === amount", arg=amount)
    # A group whose photos have files of their own says so, and has no button.
    assert page.locator(".duplicate-group:has-text('files that the best one lacks') button:has-text('Merge')").count() == 0
    page.locator(".duplicate-picture").first.click()
    page.wait_for_selector("photo-viewer:not([hidden])")
    page.go_back()
    page.wait_for_selector(".duplicate-group")


def open_duplicates(page):
    """Searches for duplicates, and shows their groups."""
    wait_for_pictures(page)
    page.click("#sidebar a[href*='duplicates']")
    page.click("text=Search for duplicates")
    page.wait_for_selector(".duplicate-group")


def test_a_person_chooses_the_duplicate_that_stays(running, server, problems):
    page = open_page(running, server, problems=problems)
    open_duplicates(page)
    first = page.locator(".duplicate-group").first
    other = first.locator(".duplicate-picture").nth(1).get_attribute("title")
    button = first.locator(f"button[aria-label='Keep {other}']")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("(name) => document.querySelector('.duplicate-group .duplicate-picture').title === name", arg=other)
    assert f"{other} stays." in first.locator(".merge-line p").inner_text()
    page.wait_for_function("() => document.activeElement?.matches('.duplicate-group h2')")


def test_what_is_no_duplicate_is_taken_back(running, server, problems):
    page = open_page(running, server, problems=problems)
    open_duplicates(page)
    name = page.locator(".duplicate-group").first.get_attribute("aria-labelledby")
    page.locator(".duplicate-group").first.locator("button:has-text('Not duplicates')").click()
    page.wait_for_function("(name) => !document.getElementById(name)", arg=name)
    page.click(".message button:has-text('Undo')")
    page.wait_for_function("(name) => document.getElementById(name)", arg=name)


def test_all_groups_of_a_kind_are_merged_after_a_question(running, server, problems):
    page = open_page(running, server, problems=problems)
    open_duplicates(page)
    button = page.locator(".merge-all button:has-text('with the same pixels')")
    amount = int(re.search(r"\d+", button.inner_text()).group())
    all_groups = int(re.search(r"\d+", page.inner_text(".duplicate-state")).group())
    button.click()
    page.wait_for_selector("dialog[open]")
    assert str(amount) in page.inner_text("dialog h2") and "One undo takes all of it back" in page.inner_text("dialog")
    page.locator("dialog button:has-text('Merge')").click()
    page.wait_for_selector(".message >> text=Merged")
    left = int(re.search(r"\d+", page.inner_text(".duplicate-state")).group())
    assert all_groups - amount <= left < all_groups
    page.click(".message button:has-text('Undo')")
    page.wait_for_function("(count) => document.querySelector('.duplicate-state').innerText.includes(`${count} groups`)", arg=all_groups)


def test_facts_name_places_and_cameras_and_files_come_back(running, server, problems):
    server.say("leave", indexes=[0])
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.locator(".tile").first.click()
    page.wait_for_selector("photo-viewer:not([hidden])")
    page.keyboard.press("i")
    page.wait_for_selector(".panel >> text=Archive in Bern")
    assert page.locator(".panel a[download]").count() == 0
    page.click(".panel button:has-text('Fetch the file')")
    page.wait_for_selector(".message >> text=The files are here again")
    page.wait_for_selector(".panel dt >> text=Camera")
    assert page.locator(".panel >> text=Archive in Bern").count() == 0
    assert page.locator(".panel dd >> text=1/250 s").count() == 1 and page.locator(".panel dd >> text=f/5.6").count() == 1
    for _ in range(40):
        page.wait_for_selector(".panel section")
        if page.locator(".panel button:has-text('Zermatt, Valais, Switzerland')").count():
            break
        page.keyboard.press("ArrowRight")
        settle(page, 150)
    page.click(".panel button:has-text('Zermatt, Valais, Switzerland')")
    page.wait_for_function("() => new URLSearchParams(location.search).get('view') === 'search:place:\"Zermatt\"'")
    page.go_back()
    page.wait_for_selector("photo-viewer:not([hidden])")
    page.wait_for_selector(".panel button:has-text('Fujifilm X100V')")
    page.click(".panel button:has-text('Fujifilm X100V')")
    page.wait_for_function("() => new URLSearchParams(location.search).get('view') === 'search:camera:\"Fujifilm X100V\"'")


def test_search_is_live_and_pages_show_what_happened(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    page.fill("#search", "castle")
    page.wait_for_function("() => location.search.includes('castle')")
    wait_for_pictures(page)
    page.fill("#search", "no such thing")
    page.wait_for_selector(".state h2")
    page.click("#sidebar a[href*='activity']")
    page.wait_for_selector(".timeline ol > li")
    amount = page.locator(".timeline ol > li").count()
    server.say("insert", count=2, author="Scanner")
    page.wait_for_selector(".timeline >> text=Scanner")
    page.wait_for_selector(".timeline li:first-child >> text=2 photos added")
    page.click(".more-button")
    page.wait_for_function("(amount) => document.querySelectorAll('.timeline ol > li').length > amount + 1", arg=amount)
    page.click("#sidebar a[href*='storage']")
    page.wait_for_selector(".rows >> text='/media/Archive'")
    page.wait_for_selector(".rows >> text=1,180 of 1,200 files")
    page.wait_for_selector("text=Files may take 5 GB here.")
    page.click("#sidebar a[href*='access']")
    page.wait_for_selector(".rows >> text=This browser")
    page.click("button:has-text('Add a device')")
    page.fill("dialog input", "Phone")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog input[readonly]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".rows >> text=Phone")


def test_storage_asks_once_more_for_all_changes_meanwhile(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    held = []
    page.route("**/api/remotes", lambda route: held.append(route))
    with page.expect_request("**/api/remotes"):
        page.click("#sidebar a[href*='storage']")
    for _ in range(3):
        server.say("insert", count=1, author="Scanner")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count + 3}")
    assert len(held) == 1
    held[0].continue_()
    for _ in range(100):
        if len(held) > 1:
            break
        page.wait_for_timeout(50)
    held[1].continue_()
    page.wait_for_selector(".rows >> text=1,180 of 1,200 files")
    page.wait_for_timeout(300)
    assert len(held) == 2


def test_a_search_is_saved_among_the_albums(running, server, problems):
    page = open_page(running, server, "/?view=search:beach", problems=problems)
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    page.click("#understanding .link")
    page.fill("dialog[open] input", "At the sea")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('photo-grid').list.view.startsWith('album:')")
    wait_for_pictures(page)
    assert page.inner_text("h1") == "At the sea" and grid(page, "grid.list.count") == count
    page.wait_for_selector(".tree li:has-text('At the sea') .icon-search")
    assert page.locator(".tree li:has-text('At the sea') .count").inner_text() == str(count)


def test_files_and_folders_are_uploaded_with_what_was_refused(running, server, problems):
    page = open_page(running, server, problems=problems)
    wait_for_pictures(page)
    count = grid(page, "grid.list.count")
    with page.expect_file_chooser() as chooser:
        page.click("#topbar button[aria-label='Add photos']")
    chooser.value.set_files([{"name": name, "mimeType": "image/jpeg", "buffer": b"x" * 20000} for name in ("a0.jpg", "a1.jpg", "damaged.jpg")] + [{"name": "notes.txt", "mimeType": "text/plain", "buffer": b"x"}])
    page.wait_for_selector(".message.failed", timeout=10000)
    assert "3 photos added" in page.inner_text(".message.failed") and "1 file was not added" in page.inner_text(".message.failed")
    assert "1 of them is damaged" in page.inner_text(".message.failed")
    page.click(".message button:has-text('Show why')")
    page.wait_for_selector("dialog >> text=notes.txt")
    assert page.locator("dialog section:has-text('Added, but damaged') >> text=damaged.jpg").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => document.querySelector('photo-grid').list.count === {count + 3}")


def test_an_empty_library_leads_to_its_first_photos(running, server, problems):
    with mock("--empty") as empty:
        page = open_page(running, empty, problems=problems)
        page.wait_for_selector("body.complete h2:has-text('No photos yet')")
        assert "Drop photos or whole folders here" in page.inner_text("#state")
        with page.expect_file_chooser() as chooser:
            page.click("#state button:has-text('Add photos')")
        chooser.value.set_files([{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"x" * 20000}])
        page.wait_for_function("() => document.querySelector('photo-grid').list.count === 1")
        assert page.locator("#state").is_hidden()
        page.context.close()
    with mock("--empty") as empty:
        page = open_page(running, empty, problems=problems)
        page.wait_for_selector("body.complete h2:has-text('No photos yet')")
        drop = """(kind) => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([new Uint8Array(20000)], 'b.jpg', { type: 'image/jpeg' }));
          document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }"""
        page.evaluate(drop, "dragenter")
        assert page.inner_text("#drop-curtain") == "Drop photos and folders here to add them"
        page.evaluate(drop, "drop")
        page.wait_for_function("() => document.querySelector('photo-grid').list.count === 1")
        assert page.locator("#drop-curtain").is_hidden() and page.locator("#state").is_hidden()
        page.context.close()


def test_downloads_are_one_file_or_one_archive(running, server, problems):
    page = open_page(running, server, problems=problems, accept_downloads=True)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert open(download.value.path(), "rb").read(2) == b"PK"
    assert server.say("downloads")["asked"][-1] == {"count": 2, "what": "originals", "metadata": "none", "without": []}


def test_the_choice_of_a_download_is_remembered(running, server, problems):
    page = open_page(running, server, problems=problems, accept_downloads=True)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    before = len(server.say("downloads")["asked"])
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.textContent") == "Download"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert len(server.say("downloads")["asked"]) == before, "a closed question downloads nothing"
    assert page.evaluate("document.activeElement.classList.contains('tile')"), "the focus returns to the photo"
    page.keyboard.press("d")
    page.select_option("dialog select[name=what]", "both")
    page.check("dialog input[name=persons]")
    assert page.input_value("dialog select[name=metadata]") == "embedded", "only copies can lose what their originals state"
    with page.expect_download():
        page.click("dialog button.primary")
    choice = {"count": 1, "what": "both", "metadata": "embedded", "without": ["persons"]}
    assert server.say("downloads")["asked"][-1] == choice
    page.reload()
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    with page.expect_download():
        page.keyboard.press("Enter")
    assert server.say("downloads")["asked"][-1] == choice
    # What another program wrote there must not stop the page.
    page.evaluate("localStorage.setItem('download', 'null')")
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    assert page.input_value("dialog select[name=what]") == "originals"


def test_files_that_keep_what_is_left_out_are_told_before(running, server, problems):
    page = open_page(running, server, problems=problems, accept_downloads=True)
    wait_for_pictures(page)
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    started = []
    page.on("download", lambda download: started.append(download))
    page.keyboard.press("d")
    page.check("dialog input[name=places]")
    page.click("dialog button.primary")
    page.wait_for_selector("dialog[open] >> text=may still tell it")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    settle(page, 600)
    assert not started
    assert page.locator(".message").count() == 0
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open] >> text=may still tell it")
    with page.expect_download():
        page.click("dialog button.danger")


def test_getting_in_and_out(running, server, problems):
    context = running.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.address}/#code=wrong")
    page.wait_for_selector("#sign-in form")
    assert "no longer valid" in page.inner_text("#sign-in")
    assert "#" not in page.url and "wrong" not in page.url
    page.fill("#sign-in input", "nope")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sign-in >> text=not right")
    page.fill("#sign-in input", "password")
    page.keyboard.press("Enter")
    wait_for_pictures(page)
    server.say("access")
    page.wait_for_selector("#sign-in form")
    page.fill("#sign-in input", "password")
    # The photos of the session that has ended do not stay.
    with page.expect_event("load"):
        page.keyboard.press("Enter")
    wait_for_pictures(page)
    context.close()


def test_the_password_lets_somebody_in_who_opens_the_bare_address(running, server, problems):
    for address in ("/", "/?view=favorites", "/?page=activity"):
        context = running.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(server.address + address)
        page.fill("#sign-in input", "password")
        page.keyboard.press("Enter")
        if "page=" in address:
            page.wait_for_selector("h1:has-text('Activity')")
        else:
            wait_for_pictures(page)
        context.close()


def test_a_wrong_link_says_so_and_asks_for_no_password(running, server, problems):
    context = running.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.address}/#link=wrong")
    page.wait_for_selector("#sign-in >> text=This link does not work")
    assert page.locator("#sign-in input").count() == 0
    page.click("#sign-in button")
    page.wait_for_selector("#sign-in input[type=password]")
    context.close()


def test_a_code_of_another_account_is_typed(running, server, problems):
    context = running.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.address}/#code=elsewhere")
    page.wait_for_selector("#sign-in input[name=code]")
    page.fill("#sign-in input", "wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sign-in >> text=too old or wrong")
    page.fill("#sign-in input", "letmein")
    page.keyboard.press("Enter")
    wait_for_pictures(page)
    context.close()


def test_a_link_can_be_copied_again(running, server, problems):
    page = open_page(running, server, "/?page=access")
    page.wait_for_selector("ul.rows li")
    page.evaluate("import('/js/core/api.js').then(({ api }) => api.addLink({ title: 'For Ben' }))")
    page.reload()
    page.click("ul.rows li:has(strong:text-is('For Ben')) button:not(.danger)")
    page.wait_for_selector("dialog >> text=Nobody else can open this link")
    assert page.input_value("dialog input[readonly]") == f"{server.address}/#link=link"


def test_a_share_link_only_shows(running, server, problems):
    context = running.new_context(locale="en-GB")
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{server.address}/#link=link")
    wait_for_pictures(page)
    assert page.locator("#sidebar .tree").count() == 0 and page.locator("#search").count() == 0
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("f")
    page.keyboard.press("#")
    settle(page, 300)
    assert page.locator(".message").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector("photo-viewer:not([hidden])")
    labels = page.locator(".viewer-bar button").evaluate_all("(buttons) => buttons.map((button) => button.getAttribute('aria-label'))")
    assert "Delete" not in labels and "Favorite" not in labels, labels
    context.close()


def test_faults_are_told_in_sentences(running, server, problems):
    page = open_page(running, server)
    wait_for_pictures(page)
    server.say("faults", fail="/api/actions")
    page.locator(".tile:not([hidden], [inert])").nth(0).focus()
    page.keyboard.press("f")
    page.wait_for_selector(".message.failed")
    server.say("faults", fail="/api/views")
    page.click("#sidebar a[href*='favorites']")
    page.wait_for_selector(".state h2:has-text('cannot be shown')")
    server.say("faults", fail=None)
    page.click(".state button")
    wait_for_pictures(page)
    server.say("faults", fail="/preview")
    page.goto(f"{server.address}/?view=smart:raw")
    page.wait_for_selector(".tile.no-picture")
    server.say("faults", fail="/api/session")
    page.reload()
    page.wait_for_selector("#sign-in >> text=cannot be")
    server.say("faults", fail=None)


def test_german_dark_and_still(running, server, problems):
    page = open_page(running, server, problems=problems, locale="de-DE", color_scheme="dark", reduced_motion="reduce")
    wait_for_pictures(page)
    assert page.inner_text("h1") == "Fotos"
    assert page.evaluate("document.documentElement.lang") == "de"
    assert "Juni" in page.inner_text(".headings .month")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 27)"
    server.say("insert", count=1)
    settle(page, 300)
    assert page.evaluate("document.getAnimations().length") == 0


def test_touch_selects_by_a_long_press_and_swipes_between_photos(running, server, problems):
    page = open_page(running, server, problems=problems, width=390, height=844, has_touch=True, is_mobile=True)
    wait_for_pictures(page)
    touch = page.context.new_cdp_session(page)
    send = lambda kind, points: touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    box = page.locator(".tile:not([hidden], [inert])").nth(1).bounding_box()
    x, y = box["x"] + 30, box["y"] + 30
    send("touchStart", [{"x": x, "y": y}])
    page.wait_for_selector(".drawing", state="attached")
    for step in range(8):
        send("touchMove", [{"x": x, "y": y + step * 20}])
    send("touchEnd", [])
    assert int(re.search(r"\d+", page.inner_text("#action-bar .words")).group()) > 2
    page.click("#action-bar button[aria-label='Clear the selection']")
    settle(page, 500)
    page.locator(".tile:not([hidden], [inert])").nth(1).tap()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    settle(page, 400)
    index = page.evaluate("document.querySelector('photo-viewer').index")
    send("touchStart", [{"x": 300, "y": 400}])
    for step in range(10):
        send("touchMove", [{"x": 300 - step * 22, "y": 402}])
        page.wait_for_timeout(10)
    send("touchEnd", [])
    page.wait_for_function(f"document.querySelector('photo-viewer').index === {index + 1}")
    settle(page, 400)
    send("touchStart", [{"x": 200, "y": 300}])
    for step in range(10):
        send("touchMove", [{"x": 200, "y": 300 + step * 25}])
        page.wait_for_timeout(10)
    send("touchEnd", [])
    page.wait_for_selector("photo-viewer", state="hidden")


SHORT = ["without_layout_shift", "changes_above", "keyboard_alone", "actions_answer", "getting_in", "touch_selects"]


def main():
    words = SHORT if sys.argv[1:] == ["--short"] else sys.argv[1:]
    run_tests(globals(), words, 300, lambda running: mock("--count", "3000"), allowed=r"status of (409|410|415)|status of 501 .*/movie")


if __name__ == "__main__":
    main()
