/**
 * Owns the figures that `?measure` shows: long tasks, the longest frame, layouts and changes, elements and layout shift.
 */

/** @param {HTMLElement} root */
export function showMeasures(root) {
  const figures = { tasks: 0, longest: 0, frame: 0, layout: 0, change: 0, shift: 0 };
  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ take) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    } catch {
      // This browser does not measure this.
    }
  };
  observe('longtask', ({ duration }) => {
    figures.tasks += 1;
    figures.longest = Math.max(figures.longest, duration);
  });
  observe('layout-shift', ({ value, hadRecentInput }) => (figures.shift += hadRecentInput ? 0 : value));
  observe('measure', ({ name, duration }) => {
    if (name === 'photos-layout') figures.layout = duration;
    if (name === 'photos-change') figures.change = duration;
  });
  let last = 0;
  const frame = (/** @type {number} */ time) => {
    if (last) figures.frame = Math.max(figures.frame, time - last);
    last = time;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const output = document.createElement('output');
  output.className = 'measures';
  root.append(output);
  setInterval(() => {
    output.textContent = `long tasks ${figures.tasks}, longest ${figures.longest.toFixed(0)} ms · frame ${figures.frame.toFixed(0)} ms · layout ${figures.layout.toFixed(1)} ms · change ${figures.change.toFixed(1)} ms · shift ${figures.shift.toFixed(4)} · ${document.querySelectorAll('*').length} elements`;
    figures.frame = 0;
  }, 1000);
}
