// Elements without markup: whatever comes from outside is set as text, never parsed.

/** An element. Keys that start with "on" are listeners, "vars" are custom properties, null children are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'vars') for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else if (value === true) node.setAttribute(key, '');
    else node.setAttribute(key, String(value));
  }
  append(node, children);
  return node;
}

export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** Takes out what a node has, and puts others in; null children are left out. */
export function put(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

/** Exchanges what is in a node, and leaves the focus on the control of the same place or key. */
export function exchange(node, ...children) {
  const controls = () => [...node.querySelectorAll('a[href], button, select, input, summary')];
  const at = controls().indexOf(document.activeElement);
  const key = document.activeElement?.dataset.key;
  put(node, ...children);
  if (at < 0) return;
  const now = controls();
  (now.find((control) => key !== undefined && control.dataset.key === key) ?? now[at])?.focus();
}

/** Sets text only where it differs: no layout for a value that stayed. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A panel with a heading, an optional sentence, tools at its right, and a body. */
export function panel(title, { unit = null, about = null, tools = [], id = null, span = '' } = {}) {
  const heading = el('h2', { id: id ? id + '-title' : null }, title, unit ? el('span', { class: 'unit' }, ` (${unit})`) : null);
  const body = el('div', { class: 'panel-body' });
  const section = el('section',
    { class: `panel ${span}`.trim(), id, 'aria-labelledby': id ? id + '-title' : null },
    el('div', { class: 'panel-head' }, heading, el('div', { class: 'tools' }, tools)),
    about ? el('p', { class: 'about' }, about) : null,
    body);
  return { section, body, heading };
}

/** What went wrong, where, and what to do: the server's words where it gave some. */
export function errorBox(problem, again = null) {
  return el('div', { class: 'state error', role: 'alert' },
    el('p', { class: 'state-title' }, problem.error),
    problem.where ? el('p', {}, problem.where) : null,
    problem.do ? el('p', {}, el('strong', {}, 'What to do: '), problem.do) : null,
    again ? el('button', { type: 'button', onclick: again }, 'Try again') : null);
}

/**
 * Shows what is wrong, or nothing. The same words are left as they stand: for who is about to press their button, and
 * for who would hear them again.
 */
export function showProblem(target, problem, again = null) {
  const words = problem === null ? '' : [problem.error, problem.where, problem.do].join('\n');
  if ((target.dataset.words ?? '') === words) return;
  target.dataset.words = words;
  target.replaceChildren(...(problem === null ? [] : [errorBox(problem, again)]));
}

export function emptyBox(title, what) {
  return el('div', { class: 'state' }, el('p', { class: 'state-title' }, title), el('p', {}, what));
}

export function csvLink(path, what) {
  return el('a', { class: 'button quiet', href: path, download: '', 'aria-label': `Download ${what} as CSV` }, 'CSV');
}

export function select(label, choices, value, change, { hideLabel = false } = {}) {
  const box = el('select', { onchange: () => change(box.value), 'aria-label': hideLabel ? label : null },
    choices.map(([key, text]) => el('option', { value: key, selected: key === value }, text)));
  box.value = value;
  return hideLabel ? box : el('label', { class: 'field' }, label, box);
}

/** Buttons of which one is pressed. */
export function segments(label, choices, value, change) {
  return el('div', { class: 'segments', role: 'group', 'aria-label': label },
    choices.map(([key, text]) => el('button',
      { type: 'button', 'aria-pressed': String(key === value), 'data-key': key, onclick: () => change(key) }, text)));
}
