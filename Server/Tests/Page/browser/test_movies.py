"""Tests movies and Live Photos, with a movie that the browser itself records.

    python test_movies.py
"""

import base64
import json
import pathlib
import subprocess
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


SECONDS = 30
CURRENT_TIME = "() => document.querySelector('photo-viewer video')?.currentTime"


def make_fragments(folder):
    """A movie in fragments of two seconds, as the server makes it."""
    words = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=size=320x180:rate=25:duration={SECONDS}", "-f", "lavfi", "-i", f"sine=duration={SECONDS}",
             "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-profile:v", "high", "-level", "3.0", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0", "-bf", "0",
             "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init", "-hls_segment_filename", "%d", "-hls_list_size", "0", "list.m3u8"]
    subprocess.run(words, cwd=folder, check=True)
    form = {"tag": "1.1", "side": 640, "duration": SECONDS, "fragmentDuration": 2, "fragmentCount": SECONDS // 2, "width": 320, "height": 180,
            "type": 'video/mp4; codecs="avc1.64001e, mp4a.40.2"', "hasSound": True}
    (pathlib.Path(folder) / "form.json").write_text(json.dumps(form))


def seek(page, time):
    page.evaluate("(time) => { document.querySelector('photo-viewer video').currentTime = time; }", time)
    page.wait_for_function("""(time) => {
      const movie = document.querySelector('photo-viewer video');
      return !movie.seeking && movie.currentTime > time + 0.2 && movie.currentTime < time + 5;
    }""", arg=time)


def ranges(page):
    return page.evaluate("""() => {
      const { buffered } = document.querySelector('photo-viewer video');
      return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);
    }""")


def plays_made_movies(running, server, entry, problems):
    """A visitor sees a movie that the server makes: it plays, waits where the server is busy, jumps, ends, and is let go."""
    server.say("faults", busy=2)
    page = open_page(running, server, problems=problems, address="/?view=smart:videos", entry=entry)
    asked = []
    page.on("request", lambda request: "/movie/" in request.url and asked.append(request.url.split("/movie/")[1].split("?")[0]))
    page.evaluate("""() => {
      const revoke = URL.revokeObjectURL;
      window.revoked = [];
      URL.revokeObjectURL = (address) => { window.revoked.push(address); revoke.call(URL, address); };
    }""")
    wait_for_pictures(page)
    page.locator(".tile:not([hidden])").nth(1).click()
    page.wait_for_function(f"() => ({CURRENT_TIME})() > 0.2")
    address = page.evaluate("document.querySelector('photo-viewer video').src")
    assert address.startswith("blob:") and page.evaluate("document.querySelector('photo-viewer video').videoWidth") == 320
    # The first part was asked for again, and no more is loaded than is needed soon.
    assert asked.count("init") == 3 and "14" not in asked, asked
    seek(page, 3)
    seek(page, SECONDS - 4)
    assert "14" in asked, asked
    # What lies far behind is let go, and comes again.
    page.wait_for_function("() => document.querySelector('photo-viewer video').buffered.start(0) > 1")
    asked.clear()
    seek(page, 0.5)
    assert "0" in asked, (asked, ranges(page))
    seek(page, SECONDS - 1.5)
    page.wait_for_function("() => document.querySelector('photo-viewer video').ended")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("(address) => window.revoked.includes(address)", arg=address)
    page.wait_for_function(f"() => ({CURRENT_TIME})() > 0.2")
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.revoked.length === 2 && !document.querySelector('photo-viewer video')")
    page.goto(f"{server.address}/?view=smart:live")
    wait_for_pictures(page)
    page.locator(".tile:not([hidden])").nth(1).click()
    page.click(".live-button")
    page.wait_for_selector("video.live.shown[src^='blob:']")
    page.context.close()


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
            # It plays on where the list is fetched again.
            page.evaluate("async () => { window.playing = document.querySelector('photo-viewer video'); await document.querySelector('photo-viewer').list.load(); }")
            page.wait_for_function("() => document.querySelector('photo-viewer').search === null && document.querySelector('photo-viewer').item")
            assert page.evaluate("window.playing === document.querySelector('photo-viewer video') && window.playing.src !== ''")
            page.wait_for_function("() => window.playing.ended || window.playing.currentTime > 0.5")
            page.evaluate("window.playing.play()")
            page.keyboard.press("Space")
            page.wait_for_function("() => document.querySelector('photo-viewer video').paused")
            # The keys still reach the viewer when the movie goes that had the focus, and the movie is let go.
            page.evaluate("window.playing.focus()")
            page.locator("photo-viewer .next").evaluate("(button) => button.click()")
            page.wait_for_function("() => window.playing.src === '' && !window.playing.isConnected")
            assert page.evaluate("document.activeElement.matches('photo-viewer .stage')")
            page.wait_for_function("() => document.querySelectorAll('photo-viewer video').length === 1")
            page.goto(f"{server.address}/?view=smart:live")
            wait_for_pictures(page)
            page.locator(".tile:not([hidden])").nth(1).click()
            page.wait_for_selector(".live-button")
            page.click(".live-button")
            page.wait_for_selector("video.live.shown")
            page.wait_for_selector("video.live", state="detached", timeout=8000)
            assert not problems, problems
            # A movie that is away plays by itself when the library is back.
            page = open_page(running, server, address="/?view=smart:videos")
            wait_for_pictures(page)
            server.say("faults", fail=["/photos/", "/api/photos/"], offline=True)
            page.locator(".tile:not([hidden])").nth(1).click()
            page.wait_for_selector("photo-viewer .note p")
            server.say("faults", fail=None, offline=False)
            page.wait_for_function("() => document.querySelector('photo-viewer video')?.currentTime > 0.2")
            page.wait_for_selector("photo-viewer .note p", state="detached")
            assert page.evaluate("document.querySelector('photo-viewer video').controls")
            page.context.close()
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
        with tempfile.TemporaryDirectory() as parts:
            make_fragments(parts)
            problems = []
            with mock("--count", "3000", "--made", parts) as server:
                # The owner's browser does not know the file, and a guest may not have it.
                for entry in ("code=letmein", "link=link"):
                    plays_made_movies(running, server, entry, problems)
                # The file that the browser does not know, and the answers of the busy server, are written to its console.
                assert all("status of 415" in problem or "status of 503" in problem for problem in problems), problems
    print("passed  movies play, those that the browser does not know too, Live Photos play once, and what cannot be played or rotated says so")


if __name__ == "__main__":
    main()
