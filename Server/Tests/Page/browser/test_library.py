"""Tests the page with the real server and a real library, while other programs change that library.

    python test_library.py [WORD…]

PROGRAMS is the folder with the programs that `Scripts/test --all` builds. CHANGES is the least number of changes of other
programs while two browsers follow.
"""

import base64
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zipfile

from support import HERE, run_tests, wait_for_pictures

ROOT = HERE.parents[3]
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", ROOT / ".build/tests/debug")).resolve()
CHANGES = int(os.environ.get("CHANGES", "2000"))
PASSWORD = "a long password"

PAINT = """async ([number, width, height]) => {
  const canvas = document.createElement('canvas');
  canvas.width = width; canvas.height = height;
  const context = canvas.getContext('2d');
  context.fillStyle = `hsl(${number * 47} 60% 50%)`;
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width / 4, height / 4);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}"""

# Answers overtake each other, as they do on a slow connection.
DELAY_ANSWERS = """() => {
  const own = window.fetch;
  window.fetch = async (...request) => {
    const answer = await own(...request);
    await new Promise((resolve) => setTimeout(resolve, Math.random() ** 4 * 500));
    return answer;
  };
}"""


class RealLibrary:
    """A library in a folder of its own, its server, and the programs that change it."""

    def __init__(self, folder):
        self.path = folder / "Photos.photolib"
        self.environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "PHOTOKIT_LIBRARY": str(self.path), "TZ": "UTC"}
        self.tell("init")
        serve = ["serve", "--state", str(folder / "state"), "--page", str(ROOT / "Page")]
        self.tell(*serve, "--set-password", input=PASSWORD + "\n")
        words = ["photokit", *serve, "--port", "0"]
        self.server = subprocess.Popen(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.server.stdout.readline().split("/#code=")[0]

    def tell(self, *words, **options):
        """Runs photokit, and returns what it printed."""
        return subprocess.run(["photokit", *words], env=self.environment, check=True, stdout=subprocess.PIPE, text=True, **options).stdout

    def photo(self, name):
        return json.loads(self.tell("show", "--json", name[:36]))

    def names(self, *words):
        lines = self.tell("ls", "--json", *words).splitlines()
        return {json.loads(line)["filename"] for line in lines}

    def changed_objects(self):
        """The number of objects that the changes so far named."""
        return sum(line.startswith("  ") for line in self.tell("changes").splitlines())

    def once_hidden(self):
        """The identifiers of the photos that were hidden at some time."""
        changes = [json.loads(line) for line in self.tell("changes", "--json").splitlines()]
        return {part["identifier"][:36] for change in changes for part in change.get("objects", []) if part.get("before", {}).get("isHidden") is False}

    @contextlib.contextmanager
    def worker(self, seed):
        """A program that makes random changes when it is told to."""
        words = [PROGRAMS / "library-exerciser", "work", self.path, str(seed)]
        process = subprocess.Popen(words, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(line):
            print(line, file=process.stdin, flush=True)

        def answer():
            line = process.stdout.readline()
            assert line and not line.startswith("fault"), line
            return line

        assert answer() == "ready\n"
        try:
            yield ask, answer
            ask("quit")
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()

    def close(self):
        self.server.terminate()
        self.server.wait()


@contextlib.contextmanager
def real_library(running, count=12):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        camera = folder / "Camera"
        camera.mkdir()
        painter = running.new_page()
        for number in range(count):
            size = [(320, 240), (240, 320), (400, 200)][number % 3]
            (camera / f"IMG_{number:04}.jpg").write_bytes(base64.b64decode(painter.evaluate(PAINT, [number, *size])))
        painter.close()
        library = RealLibrary(folder)
        try:
            library.tell("import", str(camera))
            yield library
        finally:
            library.close()


def open_real(running, library, problems, **options):
    """A page of its own browser, which signs in with the password."""
    context = running.new_context(locale="en-GB", accept_downloads=True, **options)
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"{error} {error.stack}"))
    page.on("console", lambda message: message.type == "error" and problems.append(f"{message.text} {message.location.get('url', '')}"))
    page.goto(library.address)
    page.fill("#sign-in input", PASSWORD)
    page.keyboard.press("Enter")
    wait_for_pictures(page)
    return page


def wait_until_equal(page, seconds=60):
    """Waits until the list of the page, which changes made, is what a fresh fetch gives: each shape, day and known photo."""
    end = time.time() + seconds
    while True:
        difference = page.evaluate("""async () => {
          const { parseShape } = await import('/js/list/shape.js');
          (await import('/js/core/request.js')).findSession();
          const { api } = await import('/js/core/api.js');
          const { list } = document.querySelector('photo-grid');
          const { version } = await api.view(list.view);
          const fresh = parseShape(await api.shape(list.view, version));
          const items = [];
          while (items.length < fresh.count) items.push(...(await api.items(list.view, version, items.length, 500)).items);
          const equal = (a, b) => a.length === b.length && a.every((value, index) => value === b[index]);
          if (list.version !== version) return `version ${list.version}, not ${version}`;
          if (!equal(fresh.shapes, list.shape.shapes)) return 'shapes';
          if (!equal(fresh.days, list.shape.days)) return 'days';
          // The mean colour is there with the preview, which the page may have asked for after the item. A known colour must be right.
          const differs = ([index, item]) => {
            const { color, ...rest } = items[index] ?? {};
            const { color: known, ...own } = item ?? {};
            return JSON.stringify(own) !== JSON.stringify(rest) || (known !== undefined && known !== color);
          };
          // Items that are known to be out of date are fetched when they are to be seen.
          const wrong = [...list.items.known].filter(([index]) => !list.items.stale.has(index)).filter(differs);
          const tiles = [...document.querySelector('photo-grid').tiles].filter(([, tile]) => !tile.element.hidden).map(([index, tile]) => [index, tile.item]).filter(differs);
          const pairs = [...wrong, ...tiles].map(([index, item]) => `${index}: ${JSON.stringify(item)}, not ${JSON.stringify(items[index])}`);
          return wrong.length || tiles.length ? `${wrong.length} of ${list.items.known.size} items, ${tiles.length} tiles; ${pairs[0]}` : '';
        }""")
        if not difference:
            return
        assert time.time() < end, difference
        page.wait_for_timeout(100)


def tile(page, index=0):
    """The tile of a place in the list, whatever the order of the elements is."""
    page.evaluate("""(index) => {
      document.querySelector('[data-test]')?.removeAttribute('data-test');
      document.querySelector('photo-grid').tiles.get(index).element.setAttribute('data-test', '');
    }""", index)
    return page.locator("[data-test]")


def name_of(page, index=0):
    return page.evaluate("(index) => document.querySelector('photo-grid').list.items.known.get(index).id", index)


def test_two_browsers_follow_two_programs(running, library, problems):
    pages = [open_real(running, library, problems), open_real(running, library, problems, viewport={"width": 390, "height": 844})]
    locked = []
    for page in pages:
        page.evaluate(DELAY_ANSWERS)
        page.on("response", lambda response: response.status == 403 and response.url.endswith("/api/actions") and locked.append(response))
    before = library.changed_objects()
    rounds = 0
    with library.worker(1) as (ask_first, first), library.worker(2) as (ask_second, second):
        while library.changed_objects() - before < CHANGES:
            ask_first("run 60")
            ask_second("run 60")
            # Meanwhile a person marks a photo in each browser.
            for page in pages:
                page.locator(".tile:not([hidden], [inert])").nth(rounds % 3).focus()
                page.keyboard.press("f")
                page.mouse.move(200, 400)
                page.mouse.wheel(0, 900 if rounds % 2 else -900)
            first()
            second()
            rounds += 1
            for page in pages:
                wait_until_equal(page)
    # A photo may be gone, or the others' last change still unknown, when a browser asks for it.
    problems[:] = [problem for problem in problems if not re.search(r"404.*/preview/|409.*/api/actions", problem)]
    # It may also be hidden meanwhile. Its preview and its marks are refused then, and no other's.
    hidden = library.once_hidden()
    assert all('"locked"' in response.text() for response in locked)
    problems[:] = [problem for problem in problems if not re.search(r"403.*/api/actions", problem)]
    refused = [re.search(r"403.*/preview/[^/]+/([^/]+)/", problem) for problem in problems]
    problems[:] = [problem for problem, found in zip(problems, refused) if not (found and found.group(1) in hidden)]
    assert json.loads(library.tell("check", "--json").splitlines()[-1])["findings"] == 0
    print(f"  {library.changed_objects() - before} changes, compared {2 * rounds} times", flush=True)


def test_what_a_person_does_is_in_the_library(running, library, problems):
    page = open_real(running, library, problems)
    tile(page).click()
    page.wait_for_selector("photo-viewer:not([hidden]) .frame img")
    name = page.evaluate("document.querySelector('photo-viewer').item.id")
    before = library.photo(name)
    page.keyboard.press("f")
    page.wait_for_selector(".message.done")
    page.keyboard.press("i")
    page.wait_for_selector(".panel section")
    page.fill(".panel textarea", "At the lake")
    page.keyboard.press("Enter")
    page.fill(".panel input[name=keyword]", "water, boat")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips >> text=boat")
    page.click(".stars button:nth-child(4)")
    page.wait_for_selector(".stars button:nth-child(4)[aria-pressed=true]")
    page.locator(".stage").focus()
    page.keyboard.press("r")
    page.wait_for_function("([w, h]) => { const { item } = document.querySelector('photo-viewer'); return item && item.w === h && item.h === w; }", arg=[before["pixelWidth"], before["pixelHeight"]])
    after = library.photo(name)
    assert after["isFavorite"] and after["caption"] == "At the lake" and set(after["keywords"]) == {"water", "boat"} and after["rating"] == 4, after
    assert after["isEdited"] and (after["pixelWidth"], after["pixelHeight"]) == (before["pixelHeight"], before["pixelWidth"]), after
    page.click("#tab-history")
    page.wait_for_selector(".history li:nth-child(5)")
    # Each step back is one press.
    page.locator(".stage").focus()
    for _ in range(5):
        page.keyboard.press("z")
        page.wait_for_timeout(300)
    page.wait_for_function("([w, h]) => { const { item } = document.querySelector('photo-viewer'); return item && item.w === w && item.h === h; }", arg=[before["pixelWidth"], before["pixelHeight"]])
    deadline = time.time() + 15
    while time.time() < deadline:
        undone = library.photo(name)
        if all(undone[key] == before[key] for key in ("isFavorite", "caption", "keywords", "rating", "isEdited", "pixelWidth")):
            break
    else:
        raise AssertionError(undone)
    # Another program says something about the same photo, and the open panel shows it.
    page.click("#tab-facts")
    library.tell("edit", name[:36], "--caption", "Said elsewhere")
    page.wait_for_function("() => document.querySelector('.panel textarea').value === 'Said elsewhere'")


def test_photos_go_to_albums_and_to_the_bin(running, library, problems):
    page = open_real(running, library, problems)
    tile(page).focus()
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("a")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog input[name=title]", "Four of them")
    page.click("dialog button.primary")
    page.wait_for_selector(".tree >> text=Four of them")
    assert len(library.names("--album", "Four of them")) == 4
    page.keyboard.press("Escape")
    gone = library.photo(name_of(page, 1))["filename"]
    tile(page, 1).focus()
    page.keyboard.press("#")
    page.wait_for_function("() => document.querySelector('photo-grid').list.count === 11")
    assert gone not in library.names()
    page.click("#sidebar a[href*='trash']")
    page.wait_for_function("() => document.querySelector('photo-grid').list.view === 'trash' && document.querySelector('photo-grid').list.count === 1")
    wait_for_pictures(page)
    assert tile(page).get_attribute("data-badge") == "30 days"
    tile(page).focus()
    page.keyboard.press("#")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('photo-grid').list.count === 0")
    assert not list(library.path.glob(f"originals/**/*{gone}")) and len([file for file in library.path.glob("originals/**/*") if file.is_file()]) == 11


def test_files_come_in_and_leave_as_they_are(running, library, problems):
    page = open_real(running, library, problems)
    bytes_of = base64.b64decode(page.evaluate(PAINT, [99, 640, 480]))
    with page.expect_file_chooser() as chooser:
        page.click("#topbar button[aria-label='Add photos']")
    chooser.value.set_files([{"name": "Uploaded.jpg", "mimeType": "image/jpeg", "buffer": bytes_of}, {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no photo"}])
    page.wait_for_selector(".message.failed >> text=1 file was not added")
    page.wait_for_function("() => document.querySelector('photo-grid').list.count === 13")
    wait_for_pictures(page)
    places = {library.photo(name_of(page, index))["filename"]: index for index in range(13)}
    page.keyboard.press("Escape")
    tile(page, places["Uploaded.jpg"]).focus()
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "Uploaded.jpg" and pathlib.Path(download.value.path()).read_bytes() == bytes_of
    tile(page, places["Uploaded.jpg"]).focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("d")
    page.wait_for_selector("dialog[open]")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None and {pathlib.Path(name).name for name in archive.namelist()} == set(places)


def test_a_share_link_opens_its_photos_alone(running, library, problems):
    page = open_real(running, library, problems)
    tile(page, 2).focus()
    shared = library.photo(name_of(page, 2))["filename"]
    page.keyboard.press("s")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog input[name=title]", "For Anna")
    page.click("dialog button.primary")
    link = page.wait_for_selector("dialog input[readonly]").input_value()
    guest = running.new_context(locale="en-GB").new_page()
    guest.on("pageerror", lambda error: problems.append(str(error)))
    guest.goto(link)
    wait_for_pictures(guest)
    assert guest.evaluate("document.querySelector('photo-grid').list.count") == 1 and library.photo(name_of(guest))["filename"] == shared
    other = name_of(page, 3)
    asked = guest.evaluate("(name) => fetch(`${location.pathname}api/photos/${encodeURIComponent(name)}`).then(({ status }) => status)", other)
    assert asked == 404, asked
    page.keyboard.press("Escape")
    page.click("#sidebar a[href*='access']")
    # The browser of the guest is listed with the link that it came through.
    page.wait_for_selector("ul.rows li:has-text('through the link “For Anna”') >> text=Chromium")
    # The link can be copied again. Nobody else reaches the server of this test.
    page.click("ul.rows li:has(strong:text-is('For Anna')) button:not(.danger)")
    page.wait_for_selector("dialog >> text=Nobody else can open this link")
    assert page.input_value("dialog input[readonly]") == link
    page.keyboard.press("Escape")
    page.click("ul.rows li:has(strong:text-is('For Anna')) button.danger")
    page.wait_for_selector("dialog >> text=stops working for everybody")
    page.keyboard.press("Enter")
    guest.wait_for_selector("#sign-in >> text=This link does not work")
    # Nobody asks a guest for the owner's password, not even when the page is loaded again.
    guest.reload()
    guest.wait_for_selector("#sign-in >> text=This link does not work")
    assert guest.locator("#sign-in input").count() == 0
    page.wait_for_selector("text=No links are shared")


def test_a_link_with_a_password_and_one_view_gives_all_pictures(running, library, problems):
    page = open_real(running, library, problems)
    tile(page, 1).focus()
    page.keyboard.press("s")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog input[name=title]", "For Ben")
    page.select_option("dialog select[name=lasts]", label="One day")
    page.fill("dialog input[name=password]", "tulip 7")
    page.fill("dialog input[name=views]", "1")
    # Names of files and zones go with places, and originals with everything.
    boxes = "['places', 'filenames', 'zones', 'captions', 'originals', 'downloads'].map((name) => document.querySelector(`dialog input[name=${name}]`).checked)"
    assert page.evaluate(boxes) == [False, False, False, True, False, False]
    page.check("dialog input[name=originals]")
    assert page.evaluate(boxes) == [True] * 6
    page.uncheck("dialog input[name=places]")
    assert page.evaluate(boxes) == [False, False, False, True, False, True]
    page.click("dialog button.primary")
    link = page.wait_for_selector("dialog input[readonly]").input_value()
    page.keyboard.press("Escape")
    guest = running.new_context(locale="en-GB", accept_downloads=True).new_page()
    guest.on("pageerror", lambda error: problems.append(str(error)))
    guest.goto(link)
    guest.wait_for_selector("#sign-in >> text=These photos have a password")
    # Loaded again, the page asks for this password, and not for the owner's.
    guest.reload()
    guest.wait_for_selector("#sign-in >> text=These photos have a password")
    guest.fill("#sign-in input[name=password]", "tulip 8")
    guest.keyboard.press("Enter")
    guest.wait_for_selector("#sign-in >> text=The password is not right.")
    guest.fill("#sign-in input[name=password]", "tulip 7")
    guest.keyboard.press("Enter")
    wait_for_pictures(guest)
    assert "link=" not in guest.url
    with guest.expect_download() as waiting:
        guest.click("button[aria-label='Download all']")
    assert waiting.value.suggested_filename == "Photo 0001.jpg"
    # The password is typed once, and the session goes on.
    guest.reload()
    wait_for_pictures(guest)
    late = running.new_context(locale="en-GB").new_page()
    late.goto(link)
    # Only who knows the password is told.
    late.wait_for_selector("#sign-in >> text=These photos have a password")
    late.fill("#sign-in input[name=password]", "tulip 7")
    late.keyboard.press("Enter")
    late.wait_for_selector("#sign-in >> text=This link has been used as often as it allows.")
    page.click("#sidebar a[href*='access']")
    page.wait_for_selector("ul.rows li:has(strong:text-is('For Ben')) >> text=opened 1 of 1 times · with a password")
    page.click("ul.rows li:has(strong:text-is('For Ben')) button.danger")
    page.wait_for_selector("dialog >> text=stops working for everybody")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=No links are shared")


def test_the_owner_takes_in_what_a_guest_adds(running, library, problems):
    page = open_real(running, library, problems)
    tile(page, 1).focus()
    page.keyboard.press("s")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog input[name=title]", "Party")
    page.check("dialog input[name=adding]")
    page.click("dialog button.primary")
    link = page.wait_for_selector("dialog input[readonly]").input_value()
    page.keyboard.press("Escape")
    guest = running.new_context(locale="en-GB").new_page()
    guest.on("pageerror", lambda error: problems.append(str(error)))
    guest.goto(link)
    wait_for_pictures(guest)
    guest.click("button[aria-label='Add photos']")
    guest.fill("dialog input[name=guest]", "Anna")
    files = [{"name": "party.jpg", "mimeType": "image/jpeg", "buffer": base64.b64decode(page.evaluate(PAINT, [98, 640, 480]))}, {"name": "broken.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"}]
    guest.set_input_files("dialog input[name=files]", files)
    guest.click("dialog button.primary")
    guest.wait_for_selector("text=One file was sent.")
    guest.click("button[aria-label='Add photos']")
    guest.wait_for_selector("dialog >> text=party.jpg")
    assert guest.locator("dialog >> text=broken.jpg").count() == 0
    page.click("#sidebar a[href*='access']")
    page.wait_for_selector("text=One file from a guest waits for you.")
    page.click(".note-box button")
    page.wait_for_selector("dialog >> text=Anna, through the link “Party”")
    page.click("dialog button.primary")
    page.wait_for_selector("text=One file was taken in.")
    page.wait_for_selector("#sidebar a:has-text('Party')")
    page.click("ul.rows li:has(strong:text-is('Party')) button.danger")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=No links are shared")


def plays_to(page, time):
    """Waits until the movie in the viewer, which the server makes, has been played until a time, with sound."""
    page.wait_for_function("""(time) => {
      const movie = document.querySelector('photo-viewer video');
      return movie?.src.startsWith('blob:') && movie.currentTime > time && movie.webkitAudioDecodedByteCount > 0;
    }""", arg=time, timeout=60000)


def test_a_movie_that_no_browser_knows_plays_for_the_owner_and_for_guests(running, library, problems):
    with tempfile.TemporaryDirectory() as folder:
        movie = pathlib.Path(folder) / "IMG_9000.mov"
        words = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6", "-f", "lavfi", "-i", "sine=duration=6",
                 "-c:v", "libx265", "-x265-params", "log-level=error", "-tag:v", "hvc1", "-pix_fmt", "yuv420p", "-c:a", "aac", str(movie)]
        subprocess.run(words, check=True)
        library.tell("import", str(movie))
    page = open_real(running, library, problems)
    page.goto(f"{library.address}/?view=smart:videos")
    wait_for_pictures(page)
    tile(page).click()
    plays_to(page, 0.2)
    page.evaluate("() => { document.querySelector('photo-viewer video').currentTime = 3; }")
    plays_to(page, 3.2)
    page.keyboard.press("Escape")
    tile(page).focus()
    page.keyboard.press("s")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog input[name=title]", "For Anna")
    page.click("dialog button.primary")
    link = page.wait_for_selector("dialog input[readonly]").input_value()
    guest = running.new_context(locale="en-GB").new_page()
    guest.on("pageerror", lambda error: problems.append(str(error)))
    guest.goto(link)
    wait_for_pictures(guest)
    guest.locator(".tile:not([hidden])").first.click()
    plays_to(guest, 0.2)
    file = guest.evaluate("(name) => fetch(`${location.pathname}photos/${encodeURIComponent(name)}/movie`).then(({ status }) => status)", name_of(guest))
    assert file == 403, file


if __name__ == "__main__":
    # The first questions of somebody who has not signed in are refused.
    run_tests(globals(), sys.argv[1:], 600 + CHANGES // 5, real_library, allowed=r"status of 401")
