"""Runs axe on every view in both themes; every finding fails.

    python test_axe.py [VIEW…]
"""

import sys

from axe_playwright_python.sync_playwright import Axe

from screens import VIEWS, show
from screens_picker import QUESTIONS, show_question
from support import browser, mock, open_page, wait_until_still


def main():
    names = sys.argv[1:] or [*VIEWS, *QUESTIONS]
    axe = Axe()
    findings = {}
    checked = 0
    with mock("--count", "3000") as server, browser() as running:
        for width, height, themes in ((1440, 900, ("light", "dark")), (390, 844, ("light",))):
            # axe is injected as a script, which the policy of the page forbids.
            options = {"width": width, "height": height, "bypass_csp": True, "reduced_motion": "reduce"}
            page = open_page(running, server, **options)
            page.wait_for_selector("body.complete")
            for name in names:
                if name in QUESTIONS:
                    # The page of a question ends by itself, so each is a page of its own.
                    seen = show_question(running, server, [], name, **options)
                else:
                    seen = page
                    show(page, server, name)
                # Style sheets alone know the theme, so a view that is open takes another.
                for theme in themes:
                    seen.emulate_media(color_scheme=theme)
                    wait_until_still(seen)
                    response = axe.run(seen).response
                    checked += 1
                    for violation in response["violations"]:
                        for node in violation["nodes"]:
                            findings.setdefault((violation["id"], node["html"][:160]), []).append((name, theme, width, node.get("failureSummary", "")[:300]))
                if seen is not page:
                    seen.context.close()
                page.emulate_media(color_scheme=themes[0])
            page.context.close()
    for (rule, html), places in findings.items():
        print(f"{rule}: {html}\n   {len(places)} times, in {', '.join(sorted({place[0] for place in places})[:8])} ({places[0][1]}, {places[0][2]})\n   {places[0][3]}")
    print(f"{checked} views checked, {sum(map(len, findings.values()))} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
