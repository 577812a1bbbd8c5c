// One device: raw and true power, what ran, its settings, what tuning believes and did, its sensor.

import { el, exchange, panel, emptyBox, errorBox, select, setText, csvLink } from '../dom.js';
import { Asker, query } from '../api.js';
import { rangeOf, bounds, fixedQuery } from '../range.js';
import { PowerPanel } from '../power-panel.js';
import { ChartHost } from '../time-chart.js';
import { stripOption, LEVELS } from '../strip.js';
import { Table } from '../table.js';
import { colour } from '../theme.js';
import { clock, duration, joules, moment, number, percent, plural, quantity, seconds, setting, watts, NONE } from '../format.js';
import { CLASS_WORDS, FLAG_WORDS, SOURCE_WORDS, kebab } from '../words.js';
import { hrefOf } from '../route.js';
import { decisionColumns, decisionKey, facts, flagMarks, holdColumns, nameNode, outcomeMark, qualityMark, tile, timeTag } from '../parts.js';
import { holdButton } from '../hold.js';
import { inForceNodes } from '../in-force.js';
import { ComponentsView } from '../components.js';
import { ChipHeat } from '../chip-heat.js';
import { nothingSaved, savedNotes, savedTable, savedTile, showSavedTile } from '../saved.js';

const DETAILS_MS = 3000;
const SPANS = { components: 'full', heat: 'full', settings: 'half', sensitivities: 'half', counters: 'half', holds: 'half', saved: 'full', decisions: 'full', actuations: 'full' };

export class DevicePage {
  #root;
  #context;
  #id;
  #route = null;
  #parts = null;
  #asker = new Asker();
  #stripAsker = new Asker();
  #detail = null;
  #dueAt = 0;
  #stripDueAt = 0;
  #stop;

  constructor(root, context, route) {
    this.#root = root;
    this.#context = context;
    this.#id = route.id;
    this.#stop = [
      context.store.on(() => this.#now()),
      context.stream.on('decision', () => { this.#dueAt = Math.min(this.#dueAt, performance.now() + 500); }),
      context.stream.on('hold', () => this.#askDetail()),
    ];
  }

  show(route) {
    this.#route = route;
    document.title = `${this.#id} · Wattune`;
    if (this.#parts === null) this.#build();
    this.#parts.power.show(rangeOf(route.params));
    this.#parts.level.value = route.params.get('level') ?? '';
    this.#askStrip();
    this.#askDetail();
    this.#now();
  }

  tick() {
    this.#parts.power.tick();
    this.#parts.heat?.tick(this.#context.store.nowMs());
    this.#now();
    if (document.hidden) return;
    if (performance.now() >= this.#dueAt) this.#askDetail();
    if (rangeOf(this.#route.params).live && performance.now() >= this.#stripDueAt) this.#askStrip();
  }

  refresh() {
    if (this.#parts === null) this.#build();
    this.#askDetail();
  }

  leave() {
    for (const stop of this.#stop) stop();
    this.#asker.stop();
    this.#stripAsker.stop();
    this.#parts?.power.dispose();
    this.#parts?.strip.dispose();
    this.#parts?.components?.dispose();
    this.#parts?.heat?.dispose();
  }

  #path(rest = '') {
    return `/api/devices/${encodeURIComponent(this.#id)}${rest}`;
  }

  #build() {
    const { router } = this.#context;
    const tiles = { power: tile('True power'), energy: tile('Energy'), activity: tile('Runs now'), lease: tile('Lease'), saved: savedTile() };
    const power = new PowerPanel(this.#context, 'Raw and true power', {
      id: 'power', height: 'tall',
      about: this.#context.session.historyNote ?? 'Grey and dashed: what the sensor said. Solid: true power; dark band: one standard error; light band: lowest to highest in a step. Drag to look closer.',
      address: (fromMs, toMs, points) => this.#path('/power') + query({ fromMs, toMs, points }),
      model: (answer) => ({
        stepMs: answer.stepMs, lines: [{ name: 'sensor reading', points: answer.raw, colour: colour('raw') }],
        series: powerSeries(answer),
        marks: (answer.profileChanges ?? []).map((ms) => ({ ms, text: 'new sensor profile' })),
        empty: 'This device sent no reading in this time. Choose another range; the past is kept only where a store runs (./wattune sinks).',
      }),
    });
    const strip = new ChartHost('Activities over time', 'strip', (fromMs, toMs) => router.set(fixedQuery(fromMs, toMs)));
    const level = select('Level', [['', 'all levels'], ...LEVELS.map((each) => [each, each])], '', (value) => router.set({ level: value }), { hideLabel: true });
    const stripCsv = csvLink('#', 'the activities');
    const activities = panel('Activities', { id: 'activities', span: 'wide', about: 'What ran, one row for each level, at the same times as the power above.', tools: [level, stripCsv] });
    const activityTable = new Table({ caption: 'Activities', columns: activityColumns(this.#context), key: (a) => `${a.level}/${a.id}`, empty: 'Nothing ran in this time.' });
    const names = [['components', 'Energy by component'], ['heat', 'Heat of the chip'], ['settings', 'Settings'], ['saved', 'Energy saved'], ['profile', 'Sensor profile'], ['sensitivities', 'Sensitivities'], ['counters', 'Counters'], ['decisions', 'Decisions'], ['actuations', 'Actuations'], ['holds', 'Holds and lease'], ['about', 'About the device']];
    const panels = Object.fromEntries(names.map(([key, title]) => [key, panel(title, { id: key, span: SPANS[key] })]));
    const head = el('div', { class: 'page-head' }, el('div'), el('div', { class: 'head-tools' }, holdButton(this.#context, 'Hold this device …', 'device', this.#id)));
    this.#parts = { tiles, power, strip, level, components: new ComponentsView(panels.components.body), heat: new ChipHeat(panels.heat.body), activities, activityTable, stripCsv, panels, head, stripState: el('div', { class: 'strip-state' }) };
    activities.body.append(this.#parts.stripState, strip.element, el('details', { class: 'as-table' }, el('summary', {}, 'Activities as a table'), activityTable.element));
    this.#root.replaceChildren(head,
      el('div', { class: 'tiles' }, Object.values(tiles).map((each) => each.element)),
      el('div', { class: 'columns' }, power.section, panels.profile.section, activities.section, panels.about.section,
        panels.components.section, panels.heat.section, panels.settings.section, panels.sensitivities.section, panels.counters.section, panels.holds.section, panels.saved.section, panels.decisions.section, panels.actuations.section));
    this.#head(null);
  }

  /** The words beside the button; the button itself stays, so that a click never hits one that has just gone. */
  #head(device) {
    const crumbs = device ? [' / ', device.rack ? el('a', { href: hrefOf('/', { scope: `rack:${device.rack}` }) }, device.rack) : 'no rack',
      ' / ', el('a', { href: hrefOf('/', { scope: `node:${device.node}` }) }, device.node)] : null;
    const said = (device?.flags ?? []).filter((flag) => flag !== 'tuned').map((flag) => el('p', { class: 'about' }, el('b', {}, FLAG_WORDS[flag]?.[0] ?? flag), ': ',
      flag === 'throttled' && device.throttledBy ? `by ${device.throttledBy}.` : FLAG_WORDS[flag]?.[1] ?? ''));
    exchange(this.#parts.head.firstElementChild,
      el('p', { class: 'crumbs' }, el('a', { href: hrefOf('/') }, 'Fleet'), crumbs),
      el('h1', {}, this.#id), el('p', { class: 'flags' }, device ? [device.model, ' ', flagMarks(device.flags)] : null), said);
  }

  /** What comes with the stream. */
  #now() {
    if (this.#parts === null || this.#detail === null) return;
    const { store } = this.#context;
    const device = store.byId.get(this.#id) ?? this.#detail.device;
    const { tiles } = this.#parts;
    setText(tiles.power.value, device.flags.includes('silent') ? 'no reading' : watts(device.powerWatts, device.errorWatts));
    setText(tiles.power.extra, device.quality ?? 'no reading yet');
    setText(tiles.energy.value, joules(device.energyJoules));
    setText(tiles.energy.extra, 'since the ledger began');
    setText(tiles.activity.value, device.activity ?? 'idle');
    const lease = this.#detail.lease;
    const left = lease ? (lease.untilMs ?? 0) - store.nowMs() : 0;
    setText(tiles.lease.value, lease && left > 0 ? `${duration(left)} left` : 'none');
    setText(tiles.lease.extra, lease && left > 0 ? `${lease.policy}: ${lease.reason}` : 'own settings');
    const key = device.flags.join();
    if (this.#parts.head.dataset.key !== key) { this.#parts.head.dataset.key = key; this.#head(device); }
  }

  async #askDetail() {
    this.#dueAt = performance.now() + DETAILS_MS;
    try {
      const detail = await this.#asker.ask(this.#path());
      if (detail === null || this.#parts === null) return;
      const first = this.#detail === null;
      this.#detail = detail;
      if (first) this.#parts.head.dataset.key = '?';
      this.#show(detail);
      this.#now();
    } catch (e) {
      if (e.status === 404 || this.#detail === null) this.#missing(e);
    }
  }

  #missing(problem) {
    this.#dueAt = Infinity;
    this.#parts.power.dispose();
    this.#parts.strip.dispose();
    this.#root.replaceChildren(el('h1', {}, this.#id), errorBox(problem, () => location.reload()), el('p', {}, el('a', { href: hrefOf('/') }, 'To the fleet')));
    this.#parts = { ...this.#parts, power: { show() {}, tick() {}, dispose() {} }, strip: { dispose() {}, draw() {}, element: el('div') } };
  }

  #show(detail) {
    const { panels } = this.#parts;
    const { store } = this.#context;
    fill(panels.settings, 'settings', () => settingsTable(), detail.device.tunables ?? [], 'Nothing can be set on this device, or its agent may not.');
    this.#parts.components.show(detail.components, store.nowMs());
    this.#parts.heat.show(detail.heat, store.nowMs());
    this.#showInForce(detail);
    fill(panels.sensitivities, 'sensitivities', () => sensitivityTable(store), detail.sensitivities, 'No sensitivity is known yet: it takes some counter readings of a kernel.');
    fill(panels.counters, 'counters', () => counterTable(store), detail.counters, 'No counter has been read. Not every device has them.');
    fill(panels.decisions, 'decisions', () => new Table({ caption: 'Decisions', columns: decisionColumns(store, false), key: decisionKey }), detail.decisions, 'No decision for this device yet. Tuning is off unless a controller runs and the node allows it.');
    fill(panels.actuations, 'actuations', () => actuationTable(store), detail.actuations, 'Nothing was applied or refused on this device yet.');
    this.#showSaved(detail.saved);
    replace(panels.profile.body, profileNodes(detail, store), JSON.stringify([detail.profile, detail.profileHistory?.length, detail.noiseFloor?.sentences]));
    fill(panels.holds, 'holds', () => new Table({ caption: 'Holds', columns: holdColumns(this.#context), key: (h) => h.id }), detail.holds, 'No hold: this device may be tuned.');
    replace(panels.about.body, [aboutFacts(detail.device)], JSON.stringify([detail.device.driver, detail.device.signals]));
  }

  #showInForce(detail) {
    const target = this.#parts.panels.settings;
    target.note ??= el('div', { id: 'in-force' });
    if (target.body.firstElementChild !== target.note) target.body.prepend(target.note);
    target.note.replaceChildren(...inForceNodes(detail, this.#context.store.nowMs()));
  }

  #showSaved(saved) {
    const { panels, tiles } = this.#parts;
    const { store } = this.#context;
    showSavedTile(tiles.saved, saved, store.nowMs());
    const target = panels.saved;
    if (!saved || saved.kernels.length === 0) {
      replace(target.body, [nothingSaved()], 'empty');
      target.table = null;
      return;
    }
    if (!target.table) {
      target.table = savedTable(store, 'Kernel', false);
      target.note = el('div');
      delete target.body.dataset.key;
      target.body.replaceChildren(target.note, target.table.element);
    }
    target.note.replaceChildren(savedNotes(saved, store.nowMs()));
    target.table.update(saved.kernels);
  }

  async #askStrip() {
    const { fromMs, toMs } = bounds(rangeOf(this.#route.params), this.#context.store.nowMs());
    const level = this.#route.params.get('level');
    const address = this.#path('/activities') + query({ fromMs: Math.round(fromMs), toMs: Math.round(toMs), level });
    this.#stripDueAt = performance.now() + Math.max(1500, Math.min(30e3, (toMs - fromMs) / 300));
    this.#parts.stripCsv.href = address + '&format=csv';
    const { strip, stripState, activityTable } = this.#parts;
    try {
      const answer = await this.#stripAsker.ask(address);
      if (answer === null) return;
      const none = answer.activities.length === 0;
      strip.element.hidden = none;
      stripState.replaceChildren(...(none ? [emptyBox('Nothing ran in this time.', 'Activities come from the agent, or from a job scheduler that sends them.')]
        : answer.cut ? [el('p', { class: 'about' }, 'More ran than can be shown: only the newest are here. Choose a shorter time or one level.')] : []));
      if (!none) strip.draw(() => stripOption({ fromMs, toMs, activities: answer.activities }), { fromMs, toMs });
      strip.describe(`Activities over ${duration(toMs - fromMs)}: ${answer.activities.length}. The table below has them.`);
      activityTable.update(answer.activities.slice(-300).reverse());
    } catch (e) {
      stripState.replaceChildren(errorBox(e, () => this.#askStrip()));
    }
  }
}

/**
 * Smoothed power where there is some, and true power where what comes after is not known yet, or was not smoothed.
 * Gaps are those of true power, which is always there first.
 */
function powerSeries(answer) {
  const smoothed = answer.smoothed ?? [];
  if (smoothed.length === 0) return [{ name: 'true power', points: answer.true, colour: colour('series-1'), extremes: true }];
  const first = smoothed[0][0];
  const last = smoothed[smoothed.length - 1][0];
  const older = answer.true.filter((point) => point[0] <= first);
  const newest = answer.true.filter((point) => point[0] >= last);
  const causal = { colour: colour('series-4'), extremes: true, endMs: null };
  return [
    { name: 'smoothed power', points: smoothed, colour: colour('series-1'), extremes: true, gapsFrom: answer.true, endMs: last },
    older.length > 1 ? { ...causal, name: 'true power, not smoothed', points: older, endMs: first } : null,
    { ...causal, name: 'true power of the newest seconds, by readings up to then', points: newest },
  ].filter(Boolean);
}

/** A panel's table, made once; without rows, words. */
function fill(target, key, make, rows, empty) {
  if (!rows || rows.length === 0) { replace(target.body, [emptyBox('Nothing yet.', empty)], 'empty'); target.table = null; return; }
  if (!target.table) {
    target.table = make();
    delete target.body.dataset.key;
    target.body.replaceChildren(target.table.element);
  }
  target.table.update(rows);
}

function replace(body, nodes, key) {
  if (body.dataset.key === key) return;
  body.dataset.key = key;
  body.replaceChildren(...nodes);
}

function settingsTable() {
  const value = (t, v) => setting(v, t.unit);
  return new Table({
    caption: 'Settings', key: (t) => t.name, columns: [
      { key: 'name', title: 'Tunable', text: (t) => t.name },
      { key: 'current', title: 'Now', numeric: true, node: (t) => el('b', { class: t.current !== t.own ? 'differs' : null }, value(t, t.current)), version: (t) => `${t.current} ${t.own}` },
      { key: 'own', title: 'Own', numeric: true, text: (t) => value(t, t.own) },
      { key: 'range', title: 'Range', long: true, text: (t) => (t.values?.length ? `${t.values.length} values, ${value(t, t.values[0])} to ${value(t, t.values[t.values.length - 1])}` : `${value(t, t.lowest)} to ${value(t, t.highest)}, step ${value(t, t.step)}`) },
      { key: 'writable', title: 'May be set', text: (t) => (t.writable ? 'yes' : 'no') },
    ],
  });
}

function sensitivityTable(store) {
  return new Table({
    caption: 'Sensitivities', key: (s) => `${s.activity}/${s.tunable}`, columns: [
      { key: 'activity', title: 'Activity', node: (s) => nameNode(s.activity ?? 'whole device'), version: (s) => s.activity ?? '' },
      { key: 'tunable', title: 'Tunable', text: (s) => s.tunable },
      { key: 'value', title: 'Value (0..1)', numeric: true, text: (s) => (s.value === null ? NONE : s.value.toFixed(2) + (s.standardError === null ? '' : ` ± ${s.standardError.toFixed(2)}`)) },
      { key: 'bin', title: 'Bin', node: (s) => el('span', { class: 'mark' }, kebab(s.bin)), version: (s) => s.bin },
      { key: 'quality', title: 'Quality', node: (s) => qualityMark(s.quality), version: (s) => s.quality },
      { key: 'model', title: 'Model', long: true, text: (s) => s.model },
      { key: 'based', title: 'Based on', text: (s) => moment(s.basedOnMs, store.nowMs()) },
    ],
  });
}

const SCALED_UNITS = new Set(['B', 's', 'Hz', 'J', 'W']);

function counterTable(store) {
  const value = (c) => {
    if (c.unit === 'fraction') return percent(c.value);
    return SCALED_UNITS.has(c.unit) ? quantity(c.value, null, c.unit) : number(c.value, c.unit ?? '');
  };
  return new Table({
    caption: 'Counters', key: (c) => c.name + '/' + (c.activity ?? ''), columns: [
      { key: 'name', title: 'Counter', text: (c) => c.name },
      { key: 'value', title: 'Value', numeric: true, text: value },
      { key: 'kind', title: 'Kind', long: true, text: (c) => ({ increase: 'increase', mean: 'mean', last: 'last value' })[kebab(c.kind)] ?? c.kind },
      { key: 'activity', title: 'During', node: (c) => nameNode(c.activity ?? 'fixed period'), version: (c) => c.activity ?? '' },
      { key: 'at', title: 'At', text: (c) => moment(c.atMs, store.nowMs()) },
    ],
  });
}

function actuationTable(store) {
  return new Table({
    caption: 'Actuations', key: (a) => `${a.ms}/${a.epoch}/${a.sequence}/${a.outcome}/${a.activity ?? ''}`, columns: [
      { key: 'time', title: 'Time', text: (a) => moment(a.ms, store.nowMs()) },
      { key: 'outcome', title: 'Outcome', node: (a) => outcomeMark(a.outcome === 'pending' ? 'waiting' : kebab(a.outcome)), version: (a) => a.outcome },
      { key: 'reason', title: 'Reason', text: (a) => a.reason },
      { key: 'detail', title: 'In words', long: true, text: (a) => a.detail ?? '' },
      { key: 'lease', title: 'Lease left', numeric: true, text: (a) => duration(a.leaseLeftMs ?? null) },
    ],
  });
}

function activityColumns(context) {
  return [
    { key: 'level', title: 'Level', text: (a) => a.level },
    { key: 'name', title: 'Name', node: (a) => nameNode(a.name), version: (a) => a.name },
    { key: 'start', title: 'Start', text: (a) => timeTag(a.startMs) },
    { key: 'length', title: 'Length', numeric: true, text: (a) => (a.endMs === null ? `${duration(context.store.nowMs() - a.startMs)}, running` : duration(a.endMs - a.startMs)) },
    { key: 'energy', title: 'Energy', numeric: true, text: (a) => joules(a.energyJoules, a.errorJoules) },
    { key: 'quality', title: 'Quality', node: (a) => qualityMark(a.quality), version: (a) => a.quality },
  ];
}

function profileNodes(detail, store) {
  const profile = detail.profile;
  if (!profile) return [emptyBox('No sensor profile yet.', 'The ledger job writes one when the first readings have come.')];
  const shown = [
    profile.signal ? ['Signal', profile.signal] : null,
    ['Class', CLASS_WORDS[kebab(profile.class)] ?? profile.class],
    ['Source', SOURCE_WORDS[kebab(profile.source)] ?? profile.source],
    kebab(profile.class) === 'first-order-lag' ? ['Time constant', quantity(profile.timeConstantSeconds, profile.timeConstantErrorSeconds, 's')] : null,
    kebab(profile.class) === 'boxcar' ? ['Window', profile.windowSeconds ? seconds(profile.windowSeconds) : 'not known'] : null,
    ['Update period', seconds(profile.updatePeriodSeconds)], ['Delay', seconds(profile.delaySeconds)],
    ['Gain', quantity(profile.gain, profile.gainError, '')], ['Offset', watts(profile.offsetWatts, profile.offsetErrorWatts)],
    ['Noise of a sample', watts(profile.noiseWatts)], ['Learned from', profile.steps ? plural(profile.steps, 'rising edge') : 'no edge'],
    ['Valid from', moment(profile.validFromMs, store.nowMs())],
    ['Drift', profile.driftedAtMs === null || profile.driftedAtMs === undefined ? 'none seen'
      : `${moment(profile.driftedAtMs, store.nowMs())}: the newest steps did not fit what was taken before${kebab(profile.source) === 'given' ? ', and the given profile is held to' : ', and the profile has followed them'}`],
  ];
  const history = (detail.profileHistory ?? []).slice().sort((a, b) => (b.validFromMs ?? 0) - (a.validFromMs ?? 0));
  const floor = detail.noiseFloor?.sentences ?? [];
  return [facts(shown), ...floor.map((sentence) => el('p', { class: 'noise-floor' }, sentence)), history.length > 1 ? el('details', { class: 'as-table' }, el('summary', {}, `${history.length} profiles so far`),
    el('ul', { class: 'plain' }, history.map((each) => el('li', {}, `from ${moment(each.validFromMs, store.nowMs())}: ${kebab(each.class)}, ${kebab(each.source)}${each.timeConstantSeconds ? `, ${seconds(each.timeConstantSeconds)}` : ''}`)))) : ''].filter(Boolean);
}

function aboutFacts(device) {
  return facts([
    ['Vendor', device.vendor], ['Model', device.model], ['Driver', device.driver || 'not said'], ['Node', device.node], ['Rack', device.rack ?? 'none'],
    ['Slice of', device.parent ?? 'a whole device'],
    ['Signals', (device.signals ?? []).map((s) => (typeof s === 'string' ? s : `${s.name ?? s.signal}${s.pollPeriodMs ? ` every ${duration(s.pollPeriodMs)}` : ''}`)).join(', ') || 'none'],
    ['Newest sample', device.sampleMs ? clock(device.sampleMs, true) : 'never'],
  ]);
}
