"""Owns what is run inside the page: functions of JavaScript, each as a text."""

# The number of photos on the screen where each of them shows its decoded picture, else 0. The elements tell it, because the
# first screen is there before the grid is.
SEEN = """() => {
  const frame = document.querySelector('photo-grid')?.getBoundingClientRect();
  if (!frame?.height || !document.body.classList.contains('ready')) return 0;
  let seen = 0, end = 0;
  for (const tile of document.querySelectorAll('.tile:not([hidden])')) {
    const box = tile.getBoundingClientRect();
    if (box.top >= frame.bottom || box.bottom <= frame.top) continue;
    if (!tile.querySelector('img.shown')) return 0;
    seen += 1;
    end = Math.max(end, box.bottom);
  }
  return end >= frame.bottom ? seen : 0;
}"""

# The same as the grid knows it, which costs the page nothing.
SEEN_IN_GRID = """() => {
  const grid = document.querySelector('photo-grid');
  if (!grid?.tiles || !grid.list) return 0;
  const top = grid.position, bottom = grid.position + grid.height;
  let seen = 0;
  for (const tile of grid.tiles.values()) {
    if (tile.y >= bottom || tile.y + tile.height <= top) continue;
    if (!tile.shown) return 0;
    seen += 1;
  }
  return seen;
}"""

# Milliseconds from the start of the navigation until all photos on the screen are decoded and a frame has shown them.
LOADED = """async () => {
  const seen = %s;
  while (seen() === 0) {
    if (performance.now() > 60000) return -1;
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return performance.now();
}""" % SEEN

# The same for a page of plain pictures.
PLAIN_LOADED = """async () => {
  while (document.readyState === 'loading') await new Promise(requestAnimationFrame);
  await Promise.all([...document.images].map((image) => image.decode()));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now();
}"""

# Milliseconds from the start of the navigation until the whole page answers keys and the pointer.
COMPLETE = """async () => {
  while (!document.body.classList.contains('complete')) {
    if (performance.now() > 60000) return -1;
    await new Promise(requestAnimationFrame);
  }
  return performance.now();
}"""

# Milliseconds from a jump until all photos on the screen are decoded and a frame has shown them.
JUMP = """async ([share, patience]) => {
  const grid = document.querySelector('photo-grid');
  const seen = %s;
  const started = performance.now();
  grid.scroller.jump(share * grid.scroller.last);
  while (seen() === 0) {
    if (performance.now() - started > patience) return -1;
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
}""" % SEEN_IN_GRID

# The same for other pictures in a page of plain pictures.
PLAIN_JUMP = """async ([from, count]) => {
  const started = performance.now();
  document.body.replaceChildren(...Array.from({ length: count }, (_, at) => {
    const image = new Image();
    image.src = `${from + at}.jpg`;
    return image;
  }));
  await Promise.all([...document.images].map((image) => image.decode()));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
}"""

# Scrolls down by 10,000 pixels a second and watches tasks, elements and layout shift.
SCROLL = """async (seconds) => {
  const grid = document.querySelector('photo-grid');
  const scroller = grid.querySelector('.scroller');
  const tasks = [];
  let shift = 0, elements = 0, frames = 0, longest = 0;
  const watch = (type, take) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null;
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type });
    return observer;
  };
  const isWatched = watch('longtask', (entry) => tasks.push(entry.duration)) !== null;
  watch('layout-shift', (entry) => (shift += entry.value));
  const from = grid.position;
  const started = performance.now();
  let last = started;
  while (last - started < seconds * 1000) {
    const now = await new Promise(requestAnimationFrame);
    // Wheel and touch move by the time that passed, but never by more than a screen at once.
    scroller.scrollTop += Math.min(10 * (now - last), 800);
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
    elements = Math.max(elements, document.querySelectorAll('body *').length);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { isWatched, task: Math.max(0, ...tasks), longest, elements, shift, frames, pixels: grid.position - from, milliseconds: last - started };
}"""

# Waits until a photo's mark for favorites changes, and returns the time after the next frame, in milliseconds since 1970.
WATCH_MARK = """(index) => {
  const grid = document.querySelector('photo-grid');
  const isMarked = () => grid.tiles.get(index).element.classList.contains('favorite');
  const before = isMarked();
  window.shownAt = (async () => {
    const started = performance.now();
    while (isMarked() === before) {
      if (performance.now() - started > 5000) return -1;
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return Date.now();
  })();
}"""

# Waits until the list has another number of photos, and returns the time after the next frame.
WATCH_COUNT = """() => {
  const grid = document.querySelector('photo-grid');
  const before = grid.list.count;
  window.shownAt = (async () => {
    const started = performance.now();
    while (grid.list.count === before) {
      if (performance.now() - started > 5000) return -1;
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return Date.now();
  })();
}"""

SHOWN_AT = "() => window.shownAt"

# The identifier and the edges of the photo that the position of the grid is held by.
ANCHOR = """() => {
  const grid = document.querySelector('photo-grid');
  const place = grid.place();
  const tile = grid.tiles.get(place.index);
  const box = tile.element.getBoundingClientRect();
  return [tile.item?.id ?? '', box.left, box.top];
}"""

# The files of the page that the browser has asked for: their number, and their bytes as they came.
FILES = """() => {
  const files = performance.getEntriesByType('resource').filter(({ name }) => /\\/(js|style|texts)\\//.test(name));
  const all = [...files, ...performance.getEntriesByType('navigation')];
  return { requests: all.length, bytes: all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
}"""
