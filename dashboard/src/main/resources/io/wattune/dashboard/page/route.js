// Which page, of what, in which view: all of it is in the address.

const PAGES = [[/^\/$/, 'fleet'], [/^\/device\/(.+)$/, 'device'], [/^\/control\/?$/, 'control'], [/^\/servers\/?$/, 'servers'], [/^\/health\/?$/, 'health']];
const KEPT = ['range', 'from', 'to', 'theme'];

export function here() {
  const params = new URLSearchParams(location.search);
  for (const [pattern, page] of PAGES) {
    const match = pattern.exec(location.pathname);
    if (match) return { page, id: match[1] === undefined ? null : decode(match[1]), params };
  }
  return { page: 'missing', id: location.pathname, params };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch (e) {
    return text;
  }
}

/** The address of another page; range and theme go along. */
export function hrefOf(path, extra = {}) {
  const now = new URLSearchParams(location.search);
  const params = new URLSearchParams();
  for (const key of KEPT) if (now.has(key)) params.set(key, now.get(key));
  for (const [key, value] of Object.entries(extra)) if (value !== null) params.set(key, value);
  const text = params.toString();
  return path + (text ? '?' + text : '');
}

/** Links that stand there already get the present range and theme, too. */
function refreshLinks() {
  const now = new URLSearchParams(location.search);
  for (const link of document.querySelectorAll('a[href^="/"]:not([download])')) {
    const params = new URLSearchParams(link.search);
    for (const key of KEPT) {
      if (now.has(key)) params.set(key, now.get(key));
      else params.delete(key);
    }
    const text = params.toString();
    const href = link.pathname + (text ? '?' + text : '');
    if (link.getAttribute('href') !== href) link.setAttribute('href', href);
  }
}

export const deviceHref = (id, extra) => hrefOf('/device/' + encodeURIComponent(id), extra);

/** The present address with some keys changed; null takes a key out. */
export function changed(values) {
  const params = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') params.delete(key);
    else params.set(key, value);
  }
  const text = params.toString();
  return location.pathname + (text ? '?' + text : '');
}

export class Router {
  #show;

  constructor(show) {
    this.#show = show;
    addEventListener('popstate', () => this.#go(false));
    document.addEventListener('click', (event) => this.#click(event));
  }

  start() {
    this.#go(false);
  }

  #go(moved) {
    this.#show(here(), moved);
    refreshLinks();
  }

  /** Goes to an address; with replace, without a step for the back button. */
  go(href, replace = false) {
    if (href === location.pathname + location.search) return;
    const old = location.pathname;
    history[replace ? 'replaceState' : 'pushState'](null, '', href);
    this.#go(old !== location.pathname);
  }

  set(values, replace = false) {
    this.go(changed(values), replace);
  }

  #click(event) {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.hasAttribute('download') || link.target || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.getAttribute('href').startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}
