"""Tests of picking photos for a program in a real browser, against the mock server.

    python test_picker.py [WORD…]      runs the tests whose names contain one of the words, or all
"""

import sys
import traceback

from support import browser, mock, wait_for_pictures


def ask(running, server, problems, width=1440, height=900, address="/", **question):
    """A page that answers a question of a program."""
    options = {key: question.pop(key) for key in ("locale", "color_scheme", "has_touch", "bypass_csp", "reduced_motion") if key in question}
    server.say("ask", **question)
    context = running.new_context(viewport={"width": width, "height": height}, locale=options.pop("locale", "en-GB"), **options)
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"{error} {error.stack}"))
    page.goto(f"{server.address}{address}#code=pick")
    page.wait_for_selector("#picker")
    return page



def ids(page):
    return page.evaluate("() => [...document.querySelector('photo-grid').list.items.known].sort((a, b) => a[0] - b[0]).map(([, item]) => item.id)")


def click(page, index):
    """Clicks the middle of a photo."""
    page.evaluate("index => document.querySelector('photo-grid').tiles.get(index).element.setAttribute('data-test', 'here')", index)
    page.click("[data-test=here]")
    page.evaluate("() => document.querySelector('[data-test=here]').removeAttribute('data-test')")


def numbers(page):
    return page.evaluate("""() => Object.fromEntries([...document.querySelector('photo-grid').tiles].filter(([, tile]) => tile.element.classList.contains('selected')).map(([index, tile]) => [index, tile.element.dataset.pick ?? '']))""")


def button(page):
    return page.locator("#picker .primary")


def answered(server):
    return server.say("picked")["answered"]


def test_clicks_pick_in_order_and_add_sends_them(running, server, problems):
    page = ask(running, server, problems, limit=3, ordered=True)
    wait_for_pictures(page)
    assert page.inner_text("#picker h1") == "Choose up to 3 photos for Postcards"
    assert button(page).is_disabled()
    for index in (4, 1, 2):
        click(page, index)
    assert numbers(page) == {"4": "1", "1": "2", "2": "3"}
    click(page, 1)
    assert numbers(page) == {"4": "1", "2": "2"}
    assert page.inner_text("#picker .count") == "2 of 3"
    names = ids(page)
    button(page).click()
    page.wait_for_selector("#picking-end")
    assert "Added 2 photos" in page.inner_text("#picking-end") and "You can close this tab" in page.inner_text("#picking-end")
    assert answered(server) == {"ids": [names[4], names[2]]}


def test_the_limit_is_said_when_it_is_reached(running, server, problems):
    page = ask(running, server, problems, limit=2)
    wait_for_pictures(page)
    for index in (0, 1, 2):
        click(page, index)
    assert len(numbers(page)) == 2
    assert "up to 2 photos" in page.inner_text("#messages")


def test_one_photo_takes_the_place_of_another(running, server, problems):
    page = ask(running, server, problems, limit=1, ordered=False)
    wait_for_pictures(page)
    assert page.inner_text("#picker h1") == "Choose a photo for Postcards"
    click(page, 0)
    click(page, 3)
    assert numbers(page) == {"3": ""}


def test_picks_stay_over_albums_search_and_reload(running, server, problems):
    page = ask(running, server, problems, limit=0, preselect=[1])
    wait_for_pictures(page)
    assert numbers(page) == {"1": "1"}
    click(page, 0)
    first = ids(page)[0]
    page.click("#sidebar >> text=Favorites") if page.locator("#sidebar >> text=Favorites").count() else page.click("#sidebar .entries li:nth-child(2) a")
    wait_for_pictures(page)
    click(page, 1)
    assert "3" in page.inner_text("#picker .count")
    page.reload()
    page.wait_for_selector("#picker")
    wait_for_pictures(page)
    assert "3" in page.inner_text("#picker .count")
    page.go_back()
    wait_for_pictures(page)
    page.wait_for_function("() => document.querySelectorAll('.tile.selected').length >= 2")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#picking-end")
    assert answered(server)["ids"][1] == first and len(answered(server)["ids"]) == 3


def test_cancel_says_that_nothing_was_added(running, server, problems):
    page = ask(running, server, problems)
    page.click("#picker button >> nth=0")
    page.wait_for_selector("#picking-end")
    assert "Nothing was added" in page.inner_text("#picking-end")
    assert answered(server) == {"cancelled": True}


def test_the_keyboard_alone_is_enough(running, server, problems):
    page = ask(running, server, problems, limit=0)
    wait_for_pictures(page)
    page.locator(".tile[tabindex='0']").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert numbers(page) == {"0": "1", "2": "2"}
    for key in ("d", "f", "#", "Delete", "Control+a", "Control+z", "h", "Escape"):
        page.keyboard.press(key)
    assert numbers(page) == {"0": "1", "2": "2"} and page.locator("dialog").count() == 0
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.closest('#picker .primary') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#picking-end")
    assert len(answered(server)["ids"]) == 2


def test_a_closer_look_picks_and_goes_to_neighbours(running, server, problems):
    page = ask(running, server, problems, limit=3)
    wait_for_pictures(page)
    page.hover(".tile[tabindex='0']")
    page.click(".tile[tabindex='0'] .lens")
    page.wait_for_selector("dialog.closer img")
    assert numbers(page) == {}
    page.keyboard.press("ArrowRight")
    page.click("dialog.closer >> text=Choose")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert numbers(page) == {"1": "1"}
    focused = page.evaluate("""async () => {
      return document.querySelector('photo-grid').focusedTile().index;
    }""")
    assert focused == 2
    page.keyboard.press("v")
    page.wait_for_selector("dialog.closer")
    page.click("dialog.closer >> text=Choose")
    assert page.inner_text("dialog.closer .closer-bar button:last-child") == "Take away"
    page.keyboard.press("Escape")
    assert numbers(page) == {"1": "1", "2": "2"}


def test_nothing_but_picking_is_offered(running, server, problems):
    page = ask(running, server, problems)
    wait_for_pictures(page)
    page.wait_for_selector("#sidebar .entry")
    words = page.inner_text("body")
    for word in ("Recently Deleted", "Hidden", "Activity", "Upload", "Sign out"):
        assert word not in words, word
    page.click("#topbar .tools > .icon-button:last-child")
    words = page.inner_text(".menu")
    for word in ("Upload", "Undo", "Share", "Sign out"):
        assert word not in words, word


def test_the_search_of_the_program_is_the_start(running, server, problems):
    page = ask(running, server, problems, search="beach")
    page.wait_for_function("() => document.querySelector('#search')?.value === 'beach'")
    assert "view=search" in page.url


def test_the_page_says_so_where_the_program_has_ended(running, server, problems):
    page = ask(running, server, problems)
    wait_for_pictures(page)
    server.say("access")
    server.say("drop")
    page.wait_for_selector("#picking-end", timeout=15000)
    assert "over" in page.inner_text("#picking-end")


def test_leaving_is_told_to_the_server(running, server, problems):
    page = ask(running, server, problems)
    wait_for_pictures(page)
    page.goto("about:blank")
    for _ in range(100):
        if server.say("picked")["left"]:
            break
        page.wait_for_timeout(100)
    assert server.say("picked")["left"] == 1


def test_access_is_asked_and_answered(running, server, problems):
    page = ask(running, server, problems, kind="access", limit=0, ordered=False)
    page.wait_for_selector("dialog[open]")
    assert "Allow Postcards to use your photos?" in page.inner_text("dialog")
    page.click("dialog >> text=Choose photos")
    wait_for_pictures(page)
    click(page, 2)
    button(page).click()
    page.wait_for_selector("#picking-end")
    assert answered(server)["decision"] == "limited" and len(answered(server)["ids"]) == 1
    for label, decision in (("Don’t allow", "denied"), ("Allow all photos", "allowed")):
        page = ask(running, server, problems, kind="access", limit=0, ordered=False)
        page.click(f"dialog >> text={label}")
        page.wait_for_selector("#picking-end")
        assert answered(server) == {"decision": decision}
    page = ask(running, server, problems, kind="access", addOnly=True, limit=0)
    page.wait_for_selector("dialog[open]")
    assert page.locator("dialog >> text=Choose photos").count() == 0


def test_a_phone_picks_with_a_finger_and_reads_german(running, server, problems):
    page = ask(running, server, problems, width=390, height=844, has_touch=True, locale="de-DE", limit=3)
    wait_for_pictures(page)
    assert page.inner_text("#picker h1") == "Bis zu 3 Fotos für Postcards auswählen"
    page.evaluate("() => document.querySelector('photo-grid').tiles.get(1).element.setAttribute('data-test', 'here')")
    page.tap("[data-test=here]")
    assert numbers(page) == {"1": "1"}
    box = button(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 36
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def main():
    words = sys.argv[1:]
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_") and (not words or any(word in name for word in words))]
    failed = 0
    with mock("--count", "2000") as server, browser() as running:
        for name, test in tests:
            problems = []
            try:
                test(running, server, problems)
                assert not problems, problems
                print(f"ok {name}")
            except Exception:
                failed += 1
                print(f"FAILED {name}")
                traceback.print_exc()
            for context in running.contexts:
                context.close()
    print(f"{len(tests) - failed} of {len(tests)} tests passed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
