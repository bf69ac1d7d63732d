"""Whether every photo of a large library is reached: by scroll bar, keys, scrubber and date field."""

from scripts import COMPLETE, LOADED

GRID = "document.querySelector('photo-grid')"

# Goes to places that are spread evenly over all rows, and counts those whose photo lies where the layout has it.
EXACT = """async (places) => {
  const grid = document.querySelector('photo-grid');
  let right = 0;
  for (let step = 0; step < places; step++) {
    const row = Math.floor(step / (places - 1) * (grid.layout.rows - 1));
    const index = grid.layout.first[row];
    grid.jumpTo(index);
    const tile = grid.tiles.get(index);
    const box = tile?.element.getBoundingClientRect();
    const frame = grid.getBoundingClientRect();
    if (box && Math.abs(box.top - frame.top - (tile.y - grid.position)) < 1 && box.bottom > frame.top && box.top < frame.bottom) right += 1;
  }
  return right;
}"""

# Moves the scroll bar to places that are spread evenly, as its thumb is dragged: the rows shown there must fill the screen.
BAR = """async (places) => {
  const grid = document.querySelector('photo-grid');
  const scroller = grid.querySelector('.scroller');
  let right = 0;
  for (let step = 0; step < places; step++) {
    scroller.scrollTop = step / (places - 1) * (scroller.scrollHeight - scroller.clientHeight);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const x = grid.getBoundingClientRect().left + grid.width / 2;
    const index = grid.indexAt(x, grid.getBoundingClientRect().top + grid.height / 2);
    const tile = grid.tiles.get(index);
    const box = tile?.element.getBoundingClientRect();
    const isEnd = step === 0 ? grid.tiles.has(0) : step < places - 1 || grid.tiles.has(grid.list.count - 1);
    if (box && box.bottom > 0 && box.top < innerHeight && isEnd) right += 1;
  }
  return right;
}"""


def holds(page, condition, seconds=10):
    """Whether a condition of the page holds within some seconds."""
    return page.run(f"""async (milliseconds) => {{
      const end = performance.now() + milliseconds;
      while (!({condition})) {{
        if (performance.now() > end) return false;
        await new Promise(requestAnimationFrame);
      }}
      return true;
    }}""", seconds * 1000)


def reach(page, day):
    """Tries each way; returns the ways that failed."""
    page.open()
    page.run(LOADED)
    page.run(COMPLETE)
    count = page.run(f"() => {GRID}.list.count")
    failed = []

    def check(is_right, what):
        if not is_right:
            failed.append(what)

    right = page.run(BAR, 100)
    check(right == 100, f"scroll bar ({right} of 100)")
    page.wait(400)
    page.run(f"() => {GRID}.focusOn(0)")
    page.press("Control+End")
    check(page.run(f"() => {GRID}.focusIndex") == count - 1, "key End")
    page.press("PageUp")
    page.wait(200)
    check(page.run(f"() => {{ const grid = {GRID}; const box = document.activeElement.getBoundingClientRect(); return grid.focusIndex < grid.list.count - 1 && box.top > 0 && box.bottom < innerHeight; }}"), "key PageUp at the end")
    page.press("Control+Home")
    check(page.run(f"() => {GRID}.focusIndex") == 0, "key Home")
    left, top, height = page.run("() => { const box = document.querySelector('.scrubber').getBoundingClientRect(); return [box.left + box.width - 10, box.top, box.height]; }")
    for share, index in ((1, count - 1), (0, 0)):
        page.drag((left, top + height / 2), (left, top + height * (0.1 + 0.8 * share)), (left, top + height * share))
        check(holds(page, f"{GRID}.tiles.has({index})"), f"scrubber to {index}")
    right = page.run(EXACT, 1000)
    check(right == 1000, f"each row in its place ({right} of 1000)")
    page.run(f"() => {GRID}.focusOn({GRID}.focusIndex)")
    page.press("g")
    page.run("async () => { while (!document.querySelector('dialog[open] input')) await new Promise(requestAnimationFrame); }")
    page.fill("dialog input", day)
    page.press("Enter")
    wanted = f"Date.parse('{day}') / 86400000"
    check(holds(page, f"Math.abs({GRID}.list.shape.days[{GRID}.focusIndex] - {wanted}) <= 1"), "date field")
    return failed
