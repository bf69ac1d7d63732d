/**
 * Owns how views become elements: a description of elements is compared with those on the page, and only what differs is
 * changed, so that focus, scroll positions and running animations stay.
 */

/** @typedef {Record<string, any> & {key?: string | number}} Props */
/** @typedef {{tag: string, classes: string, props: Props, children: Child[]}} Described */
/** @typedef {Described | Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | Child[][]} Children */

/** Values that are properties of elements rather than attributes. */
const properties = new Set(['value', 'checked', 'disabled', 'hidden', 'selected', 'indeterminate', 'muted', 'loop', 'autoplay', 'controls', 'playsInline', 'multiple', 'readOnly', 'required', 'draggable', 'inert']);

/**
 * Describes an element.
 * @param {string} tag A name with classes, such as `button.quiet`.
 * @param {Props | null} [props]
 * @param {...Children} children
 * @returns {Described}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  return { tag: name, classes: classes.join(' '), props: props ?? {}, children: /** @type {Child[]} */ (children.flat(2)) };
}

/**
 * A drawing of our family of icons; decoration, so the button around it needs a name.
 * @param {string} name
 * @returns {Described}
 */
export function icon(name) {
  return h(`span.icon.icon-${name}`, { 'aria-hidden': 'true' });
}

/**
 * A button that shows an icon, with its name for readers and as a tooltip.
 * @param {string} name
 * @param {string} label
 * @param {((event: MouseEvent) => void) | null} onclick
 * @param {Props} [more]
 */
export function iconButton(name, label, onclick, more = {}) {
  return h('button.icon-button', { type: 'button', 'aria-label': label, title: label, onclick, ...more }, icon(name));
}

/** @type {WeakMap<Node, {tag: string, key: string | number | undefined, props: Props}>} */
const drawn = new WeakMap();

/**
 * Elements among drawn ones that another part adds and removes.
 * @type {WeakSet<Node>}
 */
const added = new WeakSet();

/**
 * Adds an element after the children of another, where drawing leaves it until it is removed.
 * @param {Element} parent
 * @param {Element} element
 */
export function addUndrawn(parent, element) {
  added.add(element);
  parent.append(element);
}

/**
 * Makes the children of an element what is described.
 * @param {Element} parent
 * @param {...Children} children
 */
export function render(parent, ...children) {
  const wanted = /** @type {Child[]} */ (children.flat(2)).filter((child) => child !== null && child !== undefined && child !== false);
  const old = [...parent.childNodes].filter((node) => !added.has(node));
  /** @type {Map<string | number, Node>} */
  const keyed = new Map();
  for (const node of old) {
    const key = drawn.get(node)?.key;
    if (key !== undefined) keyed.set(key, node);
  }
  /** @type {Set<Node>} */
  const used = new Set();
  const nodes = wanted.map((child, position) => {
    const node = nodeFor(child, old, keyed, used, position);
    used.add(node);
    return node;
  });
  for (const node of old) if (!used.has(node)) node.remove();
  let cursor = parent.firstChild;
  for (const node of nodes) {
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
  }
}

/**
 * @param {Child} child
 * @param {Node[]} old
 * @param {Map<string | number, Node>} keyed
 * @param {Set<Node>} used
 * @param {number} position
 * @returns {Node}
 */
function nodeFor(child, old, keyed, used, position) {
  if (child instanceof Node) return child;
  if (typeof child !== 'object' || child === null) {
    const text = String(child);
    const known = old[position];
    if (known instanceof Text && !used.has(known)) {
      if (known.data !== text) known.data = text;
      return known;
    }
    return document.createTextNode(text);
  }
  const { key } = child.props;
  const known = key !== undefined ? keyed.get(key) : old[position];
  const state = known && drawn.get(known);
  if (known && state && !used.has(known) && state.tag === child.tag && state.key === key) {
    update(/** @type {Element} */ (known), state, child);
    return known;
  }
  return create(child);
}

/**
 * @param {Described} child
 * @returns {Element}
 */
function create(child) {
  const element = document.createElement(child.tag);
  const state = { tag: child.tag, key: child.props.key, props: {} };
  drawn.set(element, state);
  update(element, state, child);
  child.props.ref?.(element);
  return element;
}

/**
 * @param {any} element
 * @param {{props: Props}} state
 * @param {Described} child
 */
function update(element, state, child) {
  const { props } = child;
  const classes = [child.classes, props.class].filter(Boolean).join(' ');
  if ((element.getAttribute('class') ?? '') !== classes) element.setAttribute('class', classes);
  for (const name of Object.keys(state.props)) if (!(name in props)) assign(element, name, undefined);
  // The children come first, so that a select can choose the value among its options.
  if (!props.raw) render(element, child.children);
  for (const [name, value] of Object.entries(props)) {
    if (state.props[name] !== value) assign(element, name, value);
  }
  state.props = props;
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 */
function assign(element, name, value) {
  if (name === 'key' || name === 'ref' || name === 'class' || name === 'raw') return;
  if (name.startsWith('on')) element[name] = value ?? null;
  else if (name === 'vars') for (const [variable, setting] of Object.entries(value ?? {})) element.style.setProperty(variable, setting);
  else if (name === 'tabIndex') {
    // The property is -1 for elements that cannot have the focus, so only the attribute tells the difference.
    if (value === undefined || value === null) element.removeAttribute('tabindex');
    else element.setAttribute('tabindex', String(value));
  } else if (properties.has(name)) {
    // What somebody is writing is not replaced.
    if (name === 'value' && element === document.activeElement) return;
    if (element[name] !== value) element[name] = value ?? (name === 'value' ? '' : false);
  } else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}
