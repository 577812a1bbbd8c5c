// The head of every page: where one is, whether data come, which time is shown.

import { el, exchange, segments, setText } from './dom.js';
import { hrefOf } from './route.js';
import { PRESETS, rangeOf, bounds, liveQuery, fixedQuery } from './range.js';
import { duration, localInput, moment, zone } from './format.js';
import { themeWords } from './theme.js';

const LINKS = [['fleet', '/', 'Fleet'], ['control', '/control', 'Control'], ['servers', '/servers', 'Servers'], ['health', '/health', 'Health']];

export class TopBar {
  #context;
  #links = new Map();
  #live = el('span', { class: 'live' });
  #range = el('div', { class: 'range' });
  #theme;
  #find;
  #found = el('datalist', { id: 'found' });

  constructor(host, context, { onTheme, onHelp }) {
    this.#context = context;
    for (const [page, path, text] of LINKS) this.#links.set(page, el('a', { href: path }, text));
    this.#theme = el('button', { type: 'button', class: 'quiet', onclick: onTheme });
    this.#find = el('input', {
      type: 'search', list: 'found', placeholder: 'Find a device  ( / )', 'aria-label': 'Find a device by id', autocomplete: 'off', spellcheck: 'false',
      oninput: () => this.#suggest(), onchange: () => this.#open(),
    });
    host.replaceChildren(
      el('div', { class: 'top-row' },
        el('a', { class: 'brand', href: '/' }, el('img', { src: '/assets/icon.svg', alt: '', width: '22', height: '22' }), 'Wattune'),
        el('span', { class: 'cluster', title: 'the cluster that this dashboard shows' }, context.session.clusterName ?? ''),
        el('nav', { 'aria-label': 'Pages' }, [...this.#links.values()]),
        el('div', { class: 'top-find' }, this.#find, this.#found),
        this.#live, this.#theme,
        el('button', { type: 'button', class: 'quiet', 'aria-label': 'Help and keyboard shortcuts', onclick: onHelp }, '?')),
      this.#range);
  }

  route(route) {
    for (const [page, path] of LINKS) {
      const link = this.#links.get(page);
      link.href = hrefOf(path);
      if (page === route.page) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#theme.textContent = `Theme: ${themeWords()}`;
    this.#range.hidden = route.page !== 'fleet' && route.page !== 'device';
    this.#showRange(rangeOf(route.params));
  }

  /** Once a second: how old the newest data are. */
  tick(stream) {
    const age = stream.dataAgeMs();
    this.#live.classList.toggle('lost', stream.state === 'lost');
    if (stream.state === 'lost') setText(this.#live, 'Not live');
    else if (stream.state === 'opening') setText(this.#live, 'Connecting …');
    else setText(this.#live, age === null ? 'Live, no data yet' : age < 3000 ? 'Live' : `Live, ${duration(age)} old`);
  }

  find() {
    this.#find.focus();
    this.#find.select();
  }

  #showRange(range) {
    const { router, store } = this.#context;
    const shown = bounds(range, store.nowMs());
    const from = el('input', { type: 'datetime-local', step: '1', value: localInput(shown.fromMs), 'aria-label': 'From, local time' });
    const to = el('input', { type: 'datetime-local', step: '1', value: localInput(shown.toMs), 'aria-label': 'To, local time' });
    const problem = el('span', { class: 'field-problem', role: 'alert' });
    const custom = el('form', {
      class: 'custom', onsubmit: (event) => {
        event.preventDefault();
        const [fromMs, toMs] = [Date.parse(from.value), Date.parse(to.value)];
        if (!(toMs > fromMs)) { problem.textContent = 'The end must be after the start.'; return; }
        router.set(fixedQuery(fromMs, toMs));
      },
    }, from, el('span', { 'aria-hidden': 'true' }, 'to'), to, el('button', {}, 'Show'), problem);
    const back = range.live ? null : el('button', { type: 'button', class: 'primary', onclick: () => router.set(liveQuery('15m')) }, 'Back to live');
    const words = range.live ? null : el('span', { class: 'range-words' },
      `${moment(range.fromMs, store.nowMs())} to ${moment(range.toMs, store.nowMs())} (${duration(range.toMs - range.fromMs)})`);
    exchange(this.#range,
      segments('Time range, the last', PRESETS.map(([key]) => [key, key]), range.live ? range.key : '', (key) => router.set(liveQuery(key))),
      el('details', { class: 'custom-range' }, el('summary', {}, 'From, to'), custom), words, back, el('span', { class: 'zone' }, `Times: ${zone()}`));
  }

  #suggest() {
    const asked = this.#find.value.toLowerCase();
    const devices = this.#context.store.fleet?.devices ?? [];
    const hits = asked ? devices.filter((device) => device.id.toLowerCase().includes(asked)).slice(0, 20) : [];
    this.#found.replaceChildren(...hits.map((device) => el('option', { value: device.id })));
    if (this.#context.store.byId.has(this.#find.value)) this.#open();
  }

  #open() {
    const asked = this.#find.value.trim().toLowerCase();
    if (asked === '') return;
    const devices = this.#context.store.fleet?.devices ?? [];
    const hits = devices.filter((device) => device.id.toLowerCase().includes(asked));
    const hit = hits.find((device) => device.id.toLowerCase() === asked) ?? (hits.length === 1 ? hits[0] : null);
    if (hit === null) return;
    this.#find.value = '';
    this.#context.openDevice(hit.id);
  }
}
