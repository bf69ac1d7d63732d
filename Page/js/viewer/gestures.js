/**
 * Owns what pointers do in the viewer: wheel and pinch enlarge at the point, dragging moves an enlarged photo, swiping leads
 * to the neighbours or, downwards, back to the grid.
 */

/**
 * @typedef {object} ViewerActs
 * @property {() => number} scale
 * @property {(factor: number, x: number, y: number) => void} zoomBy x and y from the middle of the stage.
 * @property {(x: number, y: number) => void} zoomToggle
 * @property {(dx: number, dy: number) => void} pan
 * @property {(distance: number) => void} swipe While the finger moves.
 * @property {(steps: -1 | 0 | 1) => void} swiped When the finger leaves.
 * @property {(distance: number) => void} pull Downwards, while the finger moves.
 * @property {(closes: boolean) => void} pulled
 * @property {() => void} tap
 */

/**
 * @param {HTMLElement} stage
 * @param {ViewerActs} acts
 */
export function followViewerPointer(stage, acts) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let mode = '';
  let startX = 0;
  let startY = 0;
  let lastX = 0;
  let lastTime = 0;
  let speed = 0;
  let lastTap = 0;
  let hasMoved = false;

  const fromMiddle = (/** @type {number} */ x, /** @type {number} */ y) => {
    const box = stage.getBoundingClientRect();
    return /** @type {const} */ ([x - box.left - box.width / 2, y - box.top - box.height / 2]);
  };

  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const amount = Math.max(-120, Math.min(120, event.deltaY * lines)) * (event.ctrlKey ? 6 : 1.6);
    acts.zoomBy(Math.exp(-amount / 1000 * 1.4), ...fromMiddle(event.clientX, event.clientY));
  }, { passive: false });

  stage.addEventListener('dblclick', (event) => {
    if (event.target instanceof HTMLVideoElement) return;
    acts.zoomToggle(...fromMiddle(event.clientX, event.clientY));
  });

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || (event.target instanceof HTMLVideoElement && event.target.controls)) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
    startX = lastX = event.clientX;
    startY = event.clientY;
    lastTime = event.timeStamp;
    speed = 0;
    hasMoved = false;
    mode = pointers.size === 2 ? 'pinch' : acts.scale() > 1.01 ? 'pan' : event.pointerType === 'mouse' ? 'click' : 'undecided';
  });

  stage.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    if (Math.hypot(event.clientX - startX, event.clientY - startY) > 6) hasMoved = true;
    if (mode === 'pinch' && pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      before.x = event.clientX;
      before.y = event.clientY;
      const [c, d] = [...pointers.values()];
      acts.zoomBy(Math.hypot(c.x - d.x, c.y - d.y) / Math.max(1, distance), ...fromMiddle((c.x + d.x) / 2, (c.y + d.y) / 2));
      acts.pan(dx / 2, dy / 2);
      return;
    }
    before.x = event.clientX;
    before.y = event.clientY;
    if (mode === 'undecided' && hasMoved) mode = Math.abs(event.clientX - startX) >= Math.abs(event.clientY - startY) ? 'swipe' : 'pull';
    if (mode === 'pan') acts.pan(dx, dy);
    if (mode === 'swipe') {
      const time = Math.max(1, event.timeStamp - lastTime);
      speed = (event.clientX - lastX) / time;
      lastX = event.clientX;
      lastTime = event.timeStamp;
      acts.swipe(event.clientX - startX);
    }
    if (mode === 'pull') acts.pull(Math.max(0, event.clientY - startY));
  });

  const end = (/** @type {PointerEvent} */ event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (mode === 'swipe') {
      const distance = event.clientX - startX;
      const isFar = Math.abs(distance) > stage.clientWidth / 3 || (Math.abs(speed) > 0.4 && speed * distance > 0);
      acts.swiped(!isFar || event.type === 'pointercancel' ? 0 : distance < 0 ? 1 : -1);
    } else if (mode === 'pull') acts.pulled(event.type !== 'pointercancel' && event.clientY - startY > 110);
    else if (!hasMoved && event.pointerType !== 'mouse') {
      if (event.timeStamp - lastTap < 300) {
        acts.zoomToggle(...fromMiddle(event.clientX, event.clientY));
        lastTap = 0;
      } else {
        lastTap = event.timeStamp;
        acts.tap();
      }
    }
    mode = pointers.size === 1 && acts.scale() > 1.01 ? 'pan' : '';
    const [rest] = pointers.values();
    if (rest) {
      startX = rest.x;
      startY = rest.y;
    }
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
}
