"""Takes pictures of every view in light and dark at three widths.

    python screens.py FOLDER [VIEW…]
    python screens.py --readme         takes the two pictures of the README
"""

import pathlib
import sys

from support import browser, mock, open_page, wait_for_pictures, wait_until_still

WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}


def select_some(page):
    page.locator(".tile:not([hidden])").nth(2).focus()
    for key in ("ArrowRight", "Space", "Shift+ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)


def open_first(page):
    page.locator(".tile:not([hidden])").nth(2).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("photo-viewer .frame img")
    wait_until_still(page)


def facts(page):
    open_first(page)
    page.keyboard.press("i")
    page.wait_for_selector(".panel section")


def history(page):
    facts(page)
    page.click("#tab-history")


def crop(page):
    open_first(page)
    page.keyboard.press("c")
    page.wait_for_selector(".crop-frame")


def dialog(key):
    def act(page):
        select_some(page)
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
    return act


def message(page):
    select_some(page)
    page.keyboard.press("f")
    page.wait_for_selector(".message.done")


def menu(page):
    page.click("#topbar .tools > .icon-button:last-child")
    page.wait_for_selector(".menu")


def unlock(page):
    page.click(".state button.primary")
    page.fill("dialog input", "password")
    page.keyboard.press("Enter")
    wait_for_pictures(page)


def help_keys(page):
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")


def open_folders(page):
    page.evaluate("localStorage.setItem('folders', JSON.stringify(['FO1','FO2','FO3','FO4']))")
    page.reload()
    page.wait_for_selector("body.complete")
    wait_until_still(page)


def scrub(page):
    box = page.locator(".scrubber").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] * 0.5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] * 0.51)
    page.wait_for_timeout(400)


def sign_out(page):
    page.context.clear_cookies()
    page.reload()
    page.wait_for_selector("#sign-in form")


def search_duplicates(page):
    page.click(".duplicate-tools .primary")
    page.wait_for_selector(".duplicate-group img")
    wait_until_still(page)


def suggest(page):
    page.focus("#search")
    page.keyboard.type("the b")
    page.wait_for_selector("#suggestions li")
    page.keyboard.press("ArrowDown")
    wait_until_still(page)


VIEWS = {
    "suggestions": ("/?page=search", suggest),
    "duplicates-none": ("/?page=duplicates", None), "duplicates": ("/?page=duplicates", search_duplicates),
    "grid": ("/", None), "grid-small": ("/?size=s", None), "grid-large": ("/?size=l", None),
    "scrubber": ("/", scrub), "selection": ("/", select_some), "message": ("/", message), "menu": ("/", menu),
    "album": ("/?view=album:AL3", None), "album-empty": ("/?view=album:AL8", None), "album-gone": ("/?view=album:none", None),
    "album-long-title": ("/?view=album:AL9", open_folders),
    "trash": ("/?view=trash", None), "hidden-locked": ("/?view=hidden", None), "hidden": ("/?view=hidden", unlock),
    "search": ("/?view=search:beach", None), "search-none-problem": ("/?view=search:the%20beach%202024-13%20-dog", None), "search-none": ("/?view=search:unfindable", None), "search-page": ("/?page=search", None),
    "albums": ("/?page=albums", None), "activity": ("/?page=activity", None), "storage": ("/?page=storage", None), "access": ("/?page=access", None),
    "viewer": ("/", open_first), "facts": ("/", facts), "history": ("/", history), "crop": ("/", crop),
    "dialog-album": ("/", dialog("a")), "dialog-edit": ("/", dialog("e")), "dialog-delete": ("/", dialog("#")), "dialog-share": ("/", dialog("s")),
    "dialog-download": ("/", dialog("d")),
    "help": ("/", help_keys), "sign-in": ("/", sign_out),
}


def show(page, server, name):
    """Opens a view and does what it needs."""
    address, act = VIEWS[name]
    # The picture of the scrubber is taken with the button down.
    page.mouse.up()
    page.goto(f"{server.address}{address}")
    page.wait_for_selector("body.complete")
    wait_until_still(page)
    if "page=" not in address and not any(word in name for word in ("empty", "gone", "locked", "none")) and name != "hidden":
        wait_for_pictures(page)
    if act:
        act(page)
    wait_until_still(page)


def take_readme_pictures():
    """Takes all photos in light and one photo with its facts in dark, as the README shows them."""
    folder = pathlib.Path(__file__).resolve().parents[4] / "Documentation" / "pictures"
    with mock("--count", "20000") as server, browser() as running:
        for name, theme, file in (("grid", "light", "page-photos"), ("facts", "dark", "page-photo")):
            page = open_page(running, server, color_scheme=theme)
            page.wait_for_selector("body.complete")
            show(page, server, name)
            page.screenshot(path=folder / f"{file}.png")
            page.context.close()


def main():
    if sys.argv[1:] == ["--readme"]:
        take_readme_pictures()
        return
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    names = sys.argv[2:] or list(VIEWS)
    problems = []
    with mock("--count", "20000") as server, browser() as running:
        for width, (w, h) in WIDTHS.items():
            for theme in ("light", "dark"):
                page = open_page(running, server, width=w, height=h, problems=problems, color_scheme=theme, has_touch=width == "phone")
                page.wait_for_selector("body.complete")
                for name in names:
                    show(page, server, name)
                    page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
                page.context.close()
    for problem in problems:
        print(problem)


if __name__ == "__main__":
    main()
