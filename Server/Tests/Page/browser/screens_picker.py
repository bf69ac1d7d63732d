"""Takes pictures of the picker in both themes at three widths.

    python screens_picker.py FOLDER
"""

import pathlib
import sys

from screens import WIDTHS
from support import browser, mock, wait_for_pictures, wait_until_still
from test_picker import ask, click

QUESTIONS = {
    "picker-some": ({"limit": 5, "prompt": "For the front of the card"}, (0, 3, 2)),
    "picker-none": ({"limit": 1, "ordered": False, "effect": "copies"}, ()),
    "picker-full": ({"limit": 2, "name": "A program with a name that is much longer than what fits into a narrow bar", "effect": "identifiers"}, (1, 2, 4)),
    "picker-access": ({"kind": "access", "limit": 0}, None),
    "picker-closer": ({"limit": 4}, (2,)),
    "picker-end": ({"limit": 0}, (1,)),
}


def show_question(running, server, problems, name, **options):
    """Opens the page of a question and does what the picture needs."""
    question, picks = QUESTIONS[name]
    page = ask(running, server, problems, **options, **question)
    wait_for_pictures(page)
    for index in picks or ():
        click(page, index)
    if name == "picker-end":
        page.click("#picker .primary")
        page.wait_for_selector("#picking-end")
    if name == "picker-closer":
        page.keyboard.press("Tab")
        page.evaluate("() => document.querySelector('photo-grid').focusOn(1, false)")
        page.keyboard.press("v")
        page.wait_for_selector("dialog.closer img")
    wait_until_still(page)
    return page


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    problems = []
    with mock("--count", "20000") as server, browser() as running:
        for width, (w, h) in WIDTHS.items():
            for theme in ("light", "dark"):
                for name in QUESTIONS:
                    page = show_question(running, server, problems, name, width=w, height=h, color_scheme=theme)
                    page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
                    page.context.close()
    for problem in problems:
        print(problem)


if __name__ == "__main__":
    main()
