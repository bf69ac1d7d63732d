"""Tests movies and Live Photos, with a movie that the browser itself records.

    python test_movies.py
"""

import base64
import pathlib
import tempfile

from support import browser, mock, open_page, wait_for_pictures

RECORD = """async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 320; canvas.height = 180;
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  for (let frame = 0; frame < 30; frame++) {
    context.fillStyle = `hsl(${frame * 12} 60% 50%)`;
    context.fillRect(0, 0, 320, 180);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await new Promise((resolve) => (recorder.onstop = resolve));
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}"""


def refuses_edits(page, reason):
    """Both actions say why they cannot be done, and neither is sent."""
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.click("photo-viewer .tools [aria-haspopup=menu]")
    for label in ("Rotate", "Crop"):
        item = page.locator(f".menu [role=menuitem]:has-text('{label}')").first
        assert item.get_attribute("aria-disabled") == "true" and reason in item.inner_text(), item.inner_text()
        item.click(force=True)
        assert page.locator(".menu").count() == 1
    page.keyboard.press("Escape")
    for key in "rc":
        page.keyboard.press(key)
        page.wait_for_selector(f".message.failed >> text={reason}")
        page.click(".message.failed button")
    assert page.locator(".crop-frame").count() == 0 and not sent, sent


def main():
    with browser() as running, tempfile.TemporaryDirectory() as folder:
        page = running.new_page()
        movie = pathlib.Path(folder) / "movie.webm"
        movie.write_bytes(base64.b64decode(page.evaluate(RECORD)))
        page.close()
        problems = []
        with mock("--count", "3000", "--movie", str(movie)) as server:
            page = open_page(running, server, problems=problems, address="/?view=smart:videos")
            wait_for_pictures(page)
            page.locator(".tile:not([hidden])").nth(1).click()
            page.wait_for_function("() => document.querySelector('photo-viewer video')?.currentTime > 0.2")
            assert page.evaluate("document.querySelector('photo-viewer video').controls")
            page.keyboard.press("Space")
            page.wait_for_function("() => document.querySelector('photo-viewer video').paused")
            page.keyboard.press("ArrowRight")
            page.wait_for_function("() => document.querySelectorAll('photo-viewer video').length === 1")
            page.goto(f"{server.address}/?view=smart:live")
            wait_for_pictures(page)
            page.locator(".tile:not([hidden])").nth(1).click()
            page.wait_for_selector(".live-button")
            page.click(".live-button")
            page.wait_for_selector("video.live.shown")
            page.wait_for_selector("video.live", state="detached", timeout=8000)
            assert not problems, problems
        with mock("--count", "3000") as server:
            page = open_page(running, server, address="/?view=smart:videos")
            wait_for_pictures(page)
            page.locator(".tile:not([hidden])").nth(1).click()
            page.wait_for_selector(".note >> text=cannot play")
            assert page.locator(".note a[download]").count() == 1
            refuses_edits(page, "A video cannot be rotated or cropped here.")
            page.goto(f"{server.address}/?view=smart:live")
            wait_for_pictures(page)
            page.locator(".tile:not([hidden])").nth(1).click()
            page.wait_for_selector(".live-button")
            refuses_edits(page, "A Live Photo cannot be rotated or cropped here.")
    print("passed  movies play, Live Photos play once, and what cannot be played or rotated says so")


if __name__ == "__main__":
    main()
