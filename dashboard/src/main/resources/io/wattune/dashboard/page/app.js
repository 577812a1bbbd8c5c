// The start: who one is, the fleet, the stream; then one page after the other.

import { el, errorBox, setText } from './dom.js';
import { get, useCsrf, whenEnded } from './api.js';
import { Router, changed, deviceHref, hrefOf } from './route.js';
import { rangeOf, liveQuery, shifted, scaled } from './range.js';
import { FleetStore } from './fleet-store.js';
import { Stream } from './stream.js';
import { TopBar } from './top-bar.js';
import { loginForm } from './login.js';
import { listen, showHelp } from './keys.js';
import { applyTheme, nextTheme } from './theme.js';
import { duration } from './format.js';
import { FleetPage } from './pages/fleet.js';
import { DevicePage } from './pages/device.js';
import { ControlPage } from './pages/control.js';
import { HealthPage } from './pages/health.js';
import { ServersPage } from './pages/servers.js';

const PAGES = { fleet: FleetPage, device: DevicePage, control: ControlPage, servers: ServersPage, health: HealthPage };
const RETRY_MS = 3000;
const QUIET_MS = 10e3;

const main = document.getElementById('main');
const banner = document.getElementById('banner');
const toast = document.getElementById('toast');

const context = { session: null, store: new FleetStore(), stream: new Stream('/api/events'), router: null, say, openDevice, holdsChanged };
let bar = null;
let page = null;
let pageKey = null;
let toastTimer = null;
let hasEnded = false;
let ticking = null;

async function start() {
  try {
    context.session = await get('/api/session');
  } catch (e) {
    if (e.status === 401 || e.status === 403) { main.replaceChildren(loginForm()); return; }
    const again = setTimeout(start, RETRY_MS);
    main.replaceChildren(errorBox(e, () => { clearTimeout(again); start(); }));
    return;
  }
  useCsrf(context.session.csrf);
  whenEnded(endSession);
  context.router = new Router(show);
  bar = new TopBar(document.getElementById('top'), context, { onTheme: turnTheme, onHelp: showHelp });
  await loadFleet();
  if (hasEnded) return;
  listenToStream();
  context.stream.open();
  // A browser that keeps pages which were left keeps their streams, and has six connections for all.
  addEventListener('pagehide', () => context.stream.close());
  addEventListener('pageshow', ({ persisted }) => { if (persisted && !hasEnded) context.stream.open(); });
  ticking = setInterval(tick, 1000);
  listen(shortcuts());
  context.router.start();
}

/** The fleet, or a page that says what is wrong; asked again with the stream. */
async function loadFleet() {
  try {
    await context.store.load();
  } catch (e) {
    context.fleetProblem = e;
    return;
  }
  context.fleetProblem = null;
}

function listenToStream() {
  const { stream, store } = context;
  let waiting = null;
  stream.on('power', (event) => { store.apply(event); bar.tick(stream); });
  stream.on('catalog', () => {
    waiting ??= setTimeout(() => { waiting = null; loadFleet(); }, 250);
  });
  stream.on('state', async ({ state, again }) => {
    tick();
    if (state === 'lost') { await askSession(); return; } // A stream does not say why it was refused.
    if (!again && store.fleet !== null) return;
    await askSession();
    await loadFleet();
    page?.refresh?.();
  });
}

/** After a restart of the server the session is another one. */
async function askSession() {
  try {
    const session = await get('/api/session');
    context.session.csrf = session.csrf;
    useCsrf(session.csrf);
  } catch (e) {
    // Its own words come where the session has ended; else the stream says that nobody answers.
  }
}

/** The login in the place of the page: the address stays, and with it the view. */
function endSession() {
  if (hasEnded) return;
  hasEnded = true;
  clearInterval(ticking);
  context.stream.close();
  page?.leave();
  page = null;
  banner.hidden = true;
  main.replaceChildren(loginForm());
}

function show(route, moved) {
  applyTheme();
  bar.route(route);
  if (hasEnded) return;
  const key = `${route.page} ${route.id ?? ''}`;
  if (page !== null && key === pageKey) {
    page.show(route);
    return;
  }
  page?.leave();
  page = null;
  pageKey = key;
  main.replaceChildren();
  const Page = PAGES[route.page];
  if (Page === undefined) { missing(route); return; }
  page = new Page(main, context, route);
  page.show(route);
  if (moved) { scrollTo(0, 0); main.focus({ preventScroll: true }); }
}

function missing(route) {
  document.title = 'Not found · Wattune';
  main.append(errorBox({ error: 'There is no such page.', where: route.id, do: 'Go to the fleet, and find the device there.' }), el('p', {}, el('a', { href: hrefOf('/') }, 'To the fleet')));
}

/** Once a second: ages, and the banner while something is away. */
function tick() {
  const { stream, store } = context;
  stream.check();
  bar.tick(stream);
  page?.tick?.();
  const age = stream.dataAgeMs();
  const devices = store.fleet?.devices.length ?? 0;
  if (stream.state === 'lost') showBanner(lostWords(age), true);
  else if (stream.state === 'open' && devices > 0 && age !== null && age > QUIET_MS) {
    showBanner(`The dashboard runs, but no new reading has come for ${duration(age)}. The values on this page are that old. See on Health whether agents, broker and ledger job run.`, false);
  } else banner.hidden = true;
}

function lostWords(age) {
  const wait = Math.ceil((context.stream.retryInMs() ?? 0) / 1000);
  const old = age === null ? 'No value has come yet.' : `The values on this page are ${duration(age)} old.`;
  return `The live stream is lost. ${old} ${wait > 0 ? `Trying again in ${wait} s.` : 'Trying again now.'}`;
}

function showBanner(words, again) {
  if (banner.childElementCount === 0) {
    banner.append(el('span'), el('button', { type: 'button', onclick: () => context.stream.open() }, 'Try now'));
  }
  setText(banner.firstElementChild, words);
  banner.lastElementChild.hidden = !again;
  banner.hidden = false;
}

function say(words) {
  clearTimeout(toastTimer);
  toast.textContent = words;
  toast.classList.add('shown');
  toastTimer = setTimeout(() => { toast.classList.remove('shown'); }, 8000);
}

function openDevice(id) {
  context.router.go(deviceHref(id));
}

function holdsChanged() {
  page?.refresh?.();
}

function turnTheme() {
  context.router.go(changed({ theme: nextTheme() }), true);
  applyTheme();
}

function shortcuts() {
  const { router, store } = context;
  const range = () => rangeOf(new URLSearchParams(location.search));
  const to = (values) => { if (values !== null) router.set(values); };
  return {
    'g f': () => router.go(hrefOf('/')), 'g c': () => router.go(hrefOf('/control')), 'g s': () => router.go(hrefOf('/servers')), 'g h': () => router.go(hrefOf('/health')),
    '/': () => bar.find(), '?': showHelp, t: turnTheme, l: () => to(liveQuery('15m')),
    '[': () => to(shifted(range(), store.nowMs(), -0.5)), ']': () => to(shifted(range(), store.nowMs(), 0.5)),
    '+': () => to(scaled(range(), store.nowMs(), 0.5)), '-': () => to(scaled(range(), store.nowMs(), 2)),
  };
}

start();
