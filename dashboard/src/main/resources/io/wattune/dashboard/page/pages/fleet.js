// The fleet: power now and over time, every device, where the energy goes, and who needs attention.

import { el, exchange, panel, emptyBox, errorBox, segments, select, csvLink, setText } from '../dom.js';
import { Asker, query } from '../api.js';
import { rangeOf, bounds } from '../range.js';
import { PowerPanel } from '../power-panel.js';
import { HeatMap, METRICS } from '../heat-map.js';
import { Table, sortOf, sortQuery } from '../table.js';
import { colour } from '../theme.js';
import { clock, duration, joules, kilowattHours, number, percent, watts, moment } from '../format.js';
import { ATTENTION, FLAG_WORDS } from '../words.js';
import { attentionOf, deviceLink, deviceWords, flagMarks, nameNode, qualityMark, qualityShares, tile } from '../parts.js';
import { holdButton } from '../hold.js';
import { AttentionList } from '../attention.js';

const BY = [['kernel', 'Kernel'], ['job', 'Job'], ['process', 'Process'], ['request', 'Request'], ['user', 'User'], ['node', 'Node'], ['device', 'Device']];
const SERIES_COLOURS = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];

export class FleetPage {
  #root;
  #context;
  #route = null;
  #parts = null;
  #stopStore;
  #energyAsker = new Asker();
  #energyDueAt = 0;
  #tableDueAt = 0;
  #attentionDueAt = 0;
  #viewKey = null;
  #shownFleet = null;

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    this.#stopStore = context.store.on((change) => this.#moved(change));
  }

  show(route) {
    this.#route = route;
    document.title = 'Fleet · Wattune';
    const { fleet } = this.#context.store;
    if (fleet === null) { this.#clear(errorBox(this.#context.fleetProblem ?? { error: 'The fleet is not known yet.' }, () => location.reload())); return; }
    if (fleet.devices.length === 0) { this.#clear(this.#nobody()); return; }
    if (this.#parts === null) this.#build();
    this.#view();
    this.#parts.power.show(rangeOf(route.params));
    this.#askEnergy();
    this.#now();
    this.#attention();
  }

  tick() {
    if (this.#parts === null) return;
    this.#parts.power.tick();
    this.#sinceSample();
    if (rangeOf(this.#route.params).live && performance.now() >= this.#energyDueAt && !document.hidden) this.#askEnergy();
  }

  refresh() {
    this.show(this.#route);
  }

  leave() {
    this.#stopStore();
    this.#energyAsker.stop();
    this.#parts?.power.dispose();
    this.#parts?.heat.dispose();
  }

  #clear(node) {
    this.#parts?.power.dispose();
    this.#parts?.heat.dispose();
    this.#parts = null;
    this.#viewKey = null;
    this.#root.replaceChildren(el('h1', { class: 'unseen' }, 'Fleet'), node);
  }

  #nobody() {
    return el('div', { class: 'panel' }, emptyBox('No device has been described yet.',
      'Start an agent on a node with GPUs: ./wattune agent --bootstrap HOST:PORT. Without a GPU at hand, ./wattune up starts simulated ones. This page shows them as soon as the first description is in the topic devices; nothing needs to be reloaded.'));
  }

  #build() {
    const { router } = this.#context;
    const tiles = { power: tile('Cluster power'), energy: tile('Energy'), devices: tile('Devices'), attention: tile('Need attention') };
    const scope = el('span');
    const power = new PowerPanel(this.#context, 'True power', {
      id: 'power', about: this.#context.session.historyNote ?? 'The shaded band is one standard error around the mean; drag to look closer.', tools: [scope], height: 'tall',
      address: (fromMs, toMs, points) => `/api/fleet/power${query({ fromMs, toMs, points, ...this.#scopeQuery() })}`,
      model: (answer) => ({
        stepMs: answer.stepMs, series: answer.series.map((each, i) => ({ ...each, colour: colour(SERIES_COLOURS[i % SERIES_COLOURS.length]), extremes: answer.series.length === 1, band: answer.series.length <= 4 })),
        empty: 'Choose another time range. The past is kept only where a store runs (./wattune sinks).',
      }),
    });
    const heat = new HeatMap({ open: (device) => this.#context.openDevice(device.id), describe: deviceWords });
    const devices = panel('Devices', { id: 'devices', span: 'half' });
    const energy = panel('Energy', { unit: 'J', id: 'energy', span: 'half', about: 'Newest revisions of the ledger; an entry belongs to the range in which it starts.' });
    const attention = { ...panel('Need attention', { id: 'attention' }), list: new AttentionList() };
    attention.body.append(attention.list.element);
    const energyTable = new Table({
      caption: 'Energy', columns: energyColumns(), key: (row) => row.name, sort: '-energy',
      onSort: (sort) => router.set(sortQuery(this.#route.params, 'energy', sort), true), empty: 'No energy was booked in this time.',
    });
    const deviceTable = new Table({
      caption: 'Devices', live: true, columns: this.#deviceColumns(), key: (device) => device.id, sort: 'id', onSort: (sort) => router.set(sortQuery(this.#route.params, 'devices', sort), true), empty: 'No device here.',
    });
    const nodeTable = new Table({ caption: 'Nodes', columns: nodeColumns(this.#context), key: (node) => node.name, empty: 'No node.' });
    const note = el('p', { class: 'about' });
    energy.body.append(energyTable.element, note);
    this.#parts = { tiles, power, heat, devices, energy, attention, energyTable, deviceTable, nodeTable, scope, note };
    this.#root.replaceChildren(
      el('h1', { class: 'unseen' }, 'Fleet'),
      el('div', { class: 'tiles' }, Object.values(tiles).map((each) => each.element)),
      el('div', { class: 'columns' }, power.section, attention.section, devices.section, energy.section));
  }

  /** What the address says of this page: scope, metric, map or table, order. */
  #view() {
    const { params } = this.#route;
    const { router, store } = this.#context;
    const { scope, devices, deviceTable, nodeTable, energyTable, energy, heat } = this.#parts;
    const view = params.get('view') ?? 'map';
    const metric = METRICS[params.get('metric')] ? params.get('metric') : 'power';
    const choices = scopes(store.fleet);
    const key = JSON.stringify([view, metric, params.get('scope'), params.get('by'), choices]);
    deviceTable.sort = sortOf(params, 'devices', 'id');
    energyTable.sort = sortOf(params, 'energy', '-energy');
    if (key !== this.#viewKey) {
      exchange(scope, select('Of', choices, params.get('scope') ?? '', (value) => router.set({ scope: value }), { hideLabel: true }));
      setTools(energy, [
        select('By', BY, params.get('by') ?? 'kernel', (by) => router.set({ by: by === 'kernel' ? null : by }), { hideLabel: true }), this.#energyCsv = csvLink('#', 'the energy')]);
      const tools = [
        view === 'map' ? select('Colour', Object.entries(METRICS).map(([name, each]) => [name, each.title]), metric, (value) => router.set({ metric: value === 'power' ? null : value }), { hideLabel: true }) : null,
        segments('Show as', [['map', 'Heat map'], ['table', 'Table'], ['nodes', 'Nodes']], view, (value) => router.set({ view: value === 'map' ? null : value })), csvLink('/api/fleet?format=csv', 'the devices')];
      setTools(devices, tools);
      devices.section.classList.toggle('full', view === 'table');
      devices.body.replaceChildren(...(view === 'table' ? [deviceTable.element] : view === 'nodes' ? [nodeTable.element] : [heat.element, heat.legend]));
    }
    if (key !== this.#viewKey || this.#shownFleet !== store.fleet) {
      this.#viewKey = key;
      this.#shownFleet = store.fleet;
      heat.show(this.#inScope(), metric);
    }
    this.#tables();
  }

  #energyCsv = null;

  #scopeQuery() {
    const [kind, name] = splitOnce(this.#route.params.get('scope') ?? '');
    return kind === 'rack' || kind === 'node' ? { [kind]: name } : {};
  }

  #inScope() {
    const wanted = this.#scopeQuery();
    return this.#context.store.fleet.devices.filter((device) => (wanted.rack === undefined || device.rack === wanted.rack) && (wanted.node === undefined || device.node === wanted.node));
  }

  #tables() {
    const view = this.#route.params.get('view') ?? 'map';
    this.#tableDueAt = performance.now() + 5000;
    if (view === 'table') this.#parts.deviceTable.update(this.#inScope());
    if (view === 'nodes') this.#parts.nodeTable.update(nodesNow(this.#context.store.fleet, this.#inScope()));
  }

  #moved({ all, changed }) {
    const { store } = this.#context;
    if (this.#route === null) return;
    if (all || this.#parts === null) { if (all) this.show(this.#route); return; }
    const devices = changed.map((index) => store.fleet.devices[index]);
    const view = this.#route.params.get('view') ?? 'map';
    if (view === 'map') this.#parts.heat.touch(devices);
    else if (performance.now() >= this.#tableDueAt) this.#tables();
    else if (view === 'table') this.#parts.deviceTable.touch(devices);
    this.#now();
    if (performance.now() >= this.#attentionDueAt) this.#attention();
  }

  #now() {
    const { fleet } = this.#context.store;
    const { tiles } = this.#parts;
    const cluster = fleet.cluster;
    setText(tiles.power.value, watts(cluster.powerWatts, cluster.errorWatts));
    setText(tiles.energy.value, joules(cluster.energyJoules));
    setText(tiles.energy.extra, cluster.energyJoules === null ? 'no ledger entry yet' : `${kilowattHours(cluster.energyJoules)} ${fleet.energySinceMs ? `since ${moment(fleet.energySinceMs, this.#context.store.nowMs())}` : 'since the ledger began'}`);
    setText(tiles.devices.value, number(fleet.devices.length));
    setText(tiles.devices.extra, `${cluster.freshDevices ?? 0} fresh, ${cluster.staleDevices ?? 0} stale, ${cluster.silentDevices ?? 0} silent`);
    this.#sinceSample();
    document.title = `${watts(cluster.powerWatts)} · Fleet · Wattune`;
  }

  #sinceSample() {
    const { fleet, nowMs } = { fleet: this.#context.store.fleet, nowMs: this.#context.store.nowMs() };
    setText(this.#parts.tiles.power.extra, `${fleet.catchingUp ? 'catching up, ' : ''}${fleet.cluster.quality ?? 'no reading'}, as of ${clock(fleet.atMs)}${nowMs - fleet.atMs > 5000 ? `, ${duration(nowMs - fleet.atMs)} ago` : ''}`);
  }

  #attention() {
    this.#attentionDueAt = performance.now() + 2000;
    const devices = this.#inScope();
    const groups = ATTENTION.map((flag) => [flag, devices.filter((device) => device.flags.includes(flag))]).filter(([, some]) => some.length > 0);
    const { tiles, attention } = this.#parts;
    const concerned = devices.filter((device) => attentionOf(device) !== null).length;
    setText(tiles.attention.value, number(concerned));
    setText(tiles.attention.extra, concerned === 0 ? 'all devices are well' : groups.map(([flag, some]) => `${some.length} ${FLAG_WORDS[flag][0]}`).join(', '));
    attention.list.show(groups);
  }

  async #askEnergy() {
    const { params } = this.#route;
    const range = rangeOf(params);
    const { fromMs, toMs } = bounds(range, this.#context.store.nowMs());
    const by = BY.some(([key]) => key === params.get('by')) ? params.get('by') : 'kernel';
    const address = `/api/energy${query({ fromMs: Math.round(fromMs), toMs: Math.round(toMs), by })}`;
    this.#energyDueAt = performance.now() + Math.max(5000, Math.min(60e3, (toMs - fromMs) / 100));
    if (this.#energyCsv) this.#energyCsv.href = address + '&format=csv';
    const { energy, energyTable, note } = this.#parts;
    try {
      const answer = await this.#energyAsker.ask(address);
      if (answer === null || this.#parts === null) return;
      energyTable.update(answer.rows);
      setText(note, [answer.totalJoules === null ? null : `All devices together: ${joules(answer.totalJoules)}; what no row has was used between activities.`, answer.note].filter(Boolean).join(' '));
      if (!energyTable.element.isConnected) energy.body.replaceChildren(energyTable.element, note);
    } catch (e) {
      energy.body.replaceChildren(errorBox(e, () => this.#askEnergy()));
    }
  }

  #deviceColumns() {
    const { store } = this.#context;
    return [
      { key: 'id', title: 'Device', sort: (d) => d.id, node: (d) => deviceLink(d.id), version: (d) => d.id },
      { key: 'rack', title: 'Rack', sort: (d) => d.rack, text: (d) => d.rack ?? 'no rack' },
      { key: 'model', title: 'Model', sort: (d) => d.model, text: (d) => d.model },
      { key: 'power', title: 'True power', unit: 'W', numeric: true, sort: (d) => d.powerWatts, text: (d) => watts(d.powerWatts, d.errorWatts) },
      { key: 'quality', title: 'Quality', sort: (d) => d.quality, node: (d) => qualityMark(d.quality), version: (d) => d.quality },
      { key: 'energy', title: 'Energy', unit: 'J', numeric: true, sort: (d) => d.energyJoules, text: (d) => joules(d.energyJoules) },
      { key: 'activity', title: 'Runs', sort: (d) => d.activity, node: (d) => nameNode(d.activity ?? 'idle'), version: (d) => d.activity ?? '' },
      { key: 'state', title: 'State', sort: (d) => ATTENTION.indexOf(attentionOf(d)) + (attentionOf(d) ? 0 : 99), node: (d) => flagMarks(d.flags), version: (d) => d.flags.join() },
      { key: 'sample', title: 'Newest sample', sort: (d) => d.sampleMs, text: (d) => moment(d.sampleMs, store.nowMs()) },
    ];
  }
}

function energyColumns() {
  return [
    { key: 'name', title: 'Name', sort: (row) => row.name, node: (row) => nameCell(row), version: (row) => row.name + JSON.stringify(row.labels) },
    { key: 'energy', title: 'Energy', numeric: true, sort: (row) => row.energyJoules, text: (row) => joules(row.energyJoules, row.errorJoules) },
    { key: 'quality', title: 'Quality', sort: (row) => row.quality, node: (row) => qualityShares(row), version: (row) => JSON.stringify(Object.entries(row.qualityShares ?? {}).map(([quality, share]) => [quality, share.toFixed(2)])) + row.quality },
    { key: 'share', title: 'Share', numeric: true, sort: (row) => row.shareOfTotal, node: (row) => shareCell(row), version: (row) => (row.shareOfTotal ?? 0).toFixed(4) },
    { key: 'mean', title: 'Mean power', numeric: true, sort: (row) => row.meanWatts, text: (row) => watts(row.meanWatts) },
    { key: 'time', title: 'Device time', numeric: true, sort: (row) => row.seconds, text: (row) => (row.seconds === null ? '–' : duration(row.seconds * 1000)) },
    { key: 'entries', title: 'Entries', numeric: true, sort: (row) => row.entries, text: (row) => number(row.entries) },
  ];
}

function nameCell(row) {
  const labels = Object.entries(row.labels ?? {}).map(([key, value]) => `${key} ${value}`).join(', ');
  return [nameNode(row.name), labels ? el('span', { class: 'labels' }, labels) : ''].filter(Boolean);
}

function shareCell(row) {
  return el('span', { class: 'share', vars: { '--share': `${(row.shareOfTotal ?? 0) * 100}%` } }, percent(row.shareOfTotal));
}

function nodeColumns(context) {
  return [
    { key: 'name', title: 'Node', text: (node) => node.name },
    { key: 'rack', title: 'Rack', text: (node) => node.rack ?? 'no rack' },
    { key: 'devices', title: 'Devices', numeric: true, text: (node) => number(node.devices) },
    { key: 'power', title: 'True power', unit: 'W', numeric: true, text: (node) => watts(node.powerWatts) },
    { key: 'states', title: 'Fresh / stale / silent', text: (node) => `${node.fresh} / ${node.stale} / ${node.silent}` },
    { key: 'hold', title: 'Leave alone', node: (node) => (context.session.role === 'operate' ? holdButton(context, 'Hold …', 'node', node.name) : el('span', { class: 'about' }, 'needs the role operate')), version: (node) => node.name },
  ];
}

/** The nodes of some devices, from the devices' newest values: these come with the stream, the sums of the answer do not. */
function nodesNow(fleet, devices) {
  const nodes = new Map();
  for (const device of devices) {
    const node = nodes.get(device.node) ?? { name: device.node, rack: device.rack, devices: 0, powerWatts: null, fresh: 0, stale: 0, silent: 0 };
    nodes.set(device.node, node);
    node.devices++;
    const state = device.flags.includes('silent') ? 'silent' : device.flags.includes('stale') ? 'stale' : 'fresh';
    node[state]++;
    if (state === 'fresh' && device.powerWatts !== null) node.powerWatts = (node.powerWatts ?? 0) + device.powerWatts;
  }
  return [...nodes.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

function scopes(fleet) {
  const racks = [...new Set(fleet.devices.map((device) => device.rack).filter(Boolean))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const nodes = [...new Set(fleet.devices.map((device) => device.node))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [['', 'whole cluster'], ...racks.map((name) => [`rack:${name}`, name]), ...nodes.map((name) => [`node:${name}`, name])];
}

function splitOnce(text) {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function setTools(target, tools) {
  exchange(target.section.querySelector('.tools'), tools);
}
