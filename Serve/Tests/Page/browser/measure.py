"""Measures the page with large libraries and states the figures.

    python measure.py [--count 1000000]

The pictures are 64 different JPEGs of about 17 KB, drawn by the browser itself, so that they are decoded as real previews are.
"""

import base64
import pathlib
import statistics
import sys
import tempfile
import time

from support import browser, mock, open_page, wait_for_pictures

DRAW = """async () => {
  const pictures = [];
  for (let number = 0; number < 64; number++) {
    const canvas = new OffscreenCanvas(256, number % 3 ? 171 : 341);
    const context = canvas.getContext('2d');
    const gradient = context.createLinearGradient(0, 0, 256, 256);
    gradient.addColorStop(0, `hsl(${number * 37} 60% 60%)`);
    gradient.addColorStop(1, `hsl(${number * 71} 50% 30%)`);
    context.fillStyle = gradient;
    context.fillRect(0, 0, 256, 400);
    for (let dot = 0; dot < 2600; dot++) {
      context.fillStyle = `hsl(${Math.random() * 360} 40% ${Math.random() * 100}% / 35%)`;
      context.fillRect(Math.random() * 256, Math.random() * 341, 5, 5);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
    pictures.push(btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()))));
  }
  return pictures;
}"""

# Whether every tile on the screen shows its decoded picture.
SEEN = """() => {
  const grid = document.querySelector('photo-grid');
  if (!grid?.tiles) return 0;
  const top = grid.position, bottom = grid.position + grid.height;
  let seen = 0;
  for (const tile of grid.tiles.values()) {
    if (tile.y >= bottom || tile.y + tile.height <= top) continue;
    if (!tile.shown) return 0;
    seen += 1;
  }
  return seen;
}"""

JUMP = """async (share) => {
  const grid = document.querySelector('photo-grid');
  const seen = %s;
  const started = performance.now();
  grid.scroller.jump(share * grid.scroller.last);
  for (;;) {
    await new Promise(requestAnimationFrame);
    if (seen() > 0) break;
    if (performance.now() - started > 10000) return -1;
  }
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
}""" % SEEN

SCROLL = """async (seconds) => {
  const grid = document.querySelector('photo-grid');
  const scroller = grid.querySelector('.scroller');
  const tasks = [];
  let shift = 0;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.entryType === 'longtask' ? tasks.push(entry.duration) : shift += entry.value));
  observer.observe({ type: 'longtask' });
  const shifts = new PerformanceObserver((list) => list.getEntries().forEach((entry) => shift += entry.value));
  shifts.observe({ type: 'layout-shift' });
  let elements = 0, longest = 0, own = 0, frames = 0;
  let last = performance.now();
  const started = last;
  const from = grid.position;
  while (last - started < seconds * 1000) {
    const now = await new Promise(requestAnimationFrame);
    const begin = performance.now();
    scroller.scrollTop += Math.min(10000 * (now - last) / 1000, 800);
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
    elements = Math.max(elements, document.querySelectorAll('body *').length);
    own = Math.max(own, performance.now() - begin);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { longestTask: Math.max(0, ...tasks), longTasks: tasks.length, longestFrame: longest, elements, shift, frames, pixels: grid.position - from };
}"""


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def reach(running, server, ratio):
    """Whether the first, the last and chosen photos are reached in each way."""
    page = open_page(running, server, device_scale_factor=ratio)
    wait_for_pictures(page)
    count = page.evaluate("document.querySelector('photo-grid').list.count")
    shown = "document.querySelector('photo-grid')"
    results = {}
    # The scroll bar: from end to end, every place of the scroller shows the photos that belong there.
    page.evaluate(f"{shown}.querySelector('.scroller').scrollTop = 1e9")
    page.wait_for_timeout(400)
    results["scroll bar to the end"] = page.evaluate(f"(() => {{ const grid = {shown}; return grid.tiles.has(grid.list.count - 1); }})()")
    page.evaluate(f"{shown}.querySelector('.scroller').scrollTop = 0")
    page.wait_for_timeout(400)
    results["scroll bar to the beginning"] = page.evaluate(f"{shown}.position === 0 && {shown}.tiles.has(0)")
    page.evaluate(f"{shown}.focusOn(0)")
    page.keyboard.press("Control+End")
    results["keys to the end"] = page.evaluate(f"{shown}.focusIndex") == count - 1
    for _ in range(3):
        page.keyboard.press("PageUp")
    page.wait_for_timeout(300)
    results["a page up from the end"] = page.evaluate(f"(() => {{ const grid = {shown}; const box = document.activeElement.getBoundingClientRect(); return grid.focusIndex < grid.list.count - 1 && box.top > 0 && box.bottom < 900; }})()")
    box = page.locator(".scrubber").bounding_box()
    for share, name in ((1.0, "scrubber to the end"), (0.0, "scrubber to the beginning")):
        page.mouse.move(box["x"] + 10, box["y"] + 40 + share * (box["height"] - 80))
        page.mouse.down()
        page.mouse.move(box["x"] + 10, box["y"] + share * box["height"])
        page.wait_for_timeout(200)
        page.mouse.up()
        results[name] = page.evaluate(f"{shown}.tiles.has({count - 1 if share else 0})")
    # Every row of the list can be shown exactly: 400 places, spread evenly, each in its true position.
    results["400 places exactly"] = page.evaluate(f"""async () => {{
      const grid = {shown};
      let right = 0;
      for (let step = 0; step < 400; step++) {{
        const row = Math.floor(step / 399 * (grid.layout.rows - 1));
        const index = grid.layout.first[row];
        grid.jumpTo(index);
        const tile = grid.tiles.get(index);
        const box = tile?.element.getBoundingClientRect();
        const frame = grid.getBoundingClientRect();
        if (box && Math.abs(box.top - frame.top - (tile.y - grid.position)) < 1 && box.bottom > frame.top && box.top < frame.bottom) right += 1;
      }}
      return right;
    }}""")
    page.keyboard.press("Escape")
    page.evaluate(f"{shown}.focusOn({shown}.focusIndex)")
    page.keyboard.press("g")
    page.fill("dialog input", "2015-07-04")
    page.keyboard.press("Enter")
    page.wait_for_timeout(800)
    results["date field"] = page.evaluate(f"(() => {{ const grid = {shown}; return Math.abs(grid.list.shape.days[grid.focusIndex] - 16620) < 40; }})()")
    page.context.close()
    return results


def main():
    count = sys.argv[sys.argv.index("--count") + 1] if "--count" in sys.argv else "1000000"
    with browser() as running, tempfile.TemporaryDirectory() as folder:
        page = running.new_page()
        sizes = []
        for number, text in enumerate(page.evaluate(DRAW)):
            data = base64.b64decode(text)
            sizes.append(len(data))
            (pathlib.Path(folder) / f"{number:02}.jpg").write_bytes(data)
        page.close()
        print(f"pictures of {statistics.mean(sizes) / 1000:.1f} KB on average")
        with mock("--count", count, "--pictures", folder) as server:
            for ratio in (1, 2, 3):
                results = reach(running, server, ratio)
                print(f"reached at device pixel ratio {ratio}: {results}")
            page = open_page(running, server)
            wait_for_pictures(page)
            loads = []
            for _ in range(7):
                page.reload(wait_until="commit")
                page.wait_for_function(SEEN, polling="raf", timeout=20000)
                loads.append(page.evaluate("performance.now()"))
            print(f"page to first decoded photos, {count}: median {statistics.median(loads):.0f} ms, all {[round(load) for load in loads]}")
            layout = page.evaluate("""() => { const grid = document.querySelector('photo-grid'); const times = []; for (let turn = 0; turn < 9; turn++) { const started = performance.now(); grid.layOut(); times.push(performance.now() - started); } grid.draw(true); return times; }""")
            print(f"layout of {count}: median {statistics.median(layout):.1f} ms")
            jumps = [page.evaluate(JUMP, (number * 0.61803) % 1) for number in range(1, 41)]
            print(f"jump to decoded thumbnails: p50 {percentile(jumps, 0.5):.0f} ms, p95 {percentile(jumps, 0.95):.0f} ms, {page.evaluate(SEEN)} tiles on the screen")
            page.evaluate("document.querySelector('photo-grid').scroller.jump(0)")
            page.wait_for_timeout(800)
            print("scrolling at 10,000 px/s:", page.evaluate(SCROLL, 4))
            page.evaluate("document.querySelector('photo-grid').scroller.jump(0)")
            page.wait_for_timeout(800)
            delays = []
            for _ in range(20):
                # Time in the page from the event to the second frame after it.
                page.evaluate("""() => { const { list } = document.querySelector('photo-grid'); const take = list.take.bind(list); window.delay = new Promise((resolve) => { list.take = (change) => { const started = performance.now(); take(change); list.take = take; requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started))); }; }); }""")
                server.say("insert", count=1, day=20618)
                delays.append(page.evaluate("window.delay"))
                time.sleep(0.25)
            print(f"event to the second frame after it: p50 {percentile(delays, 0.5):.0f} ms, p95 {percentile(delays, 0.95):.0f} ms")
        with mock("--count", count, "--pictures", folder, "--one-day") as server:
            page = open_page(running, server)
            wait_for_pictures(page)
            print("scrolling at 10,000 px/s, all on one date:", page.evaluate(SCROLL, 4))


if __name__ == "__main__":
    main()
