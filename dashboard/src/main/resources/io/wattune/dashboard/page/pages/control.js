// Control: what was decided and why, what nodes did with it, leases that run, holds.

import { el, exchange, panel, select, setText, csvLink } from '../dom.js';
import { query } from '../api.js';
import { Table, sortOf, sortQuery } from '../table.js';
import { duration, number } from '../format.js';
import { DECISION_OUTCOMES, OUTCOMES } from '../words.js';
import { decisionColumns, decisionKey, deviceLink, holdColumns, tile } from '../parts.js';
import { holdButton } from '../hold.js';
import { savedNotes, savedTable, savedTile, showSavedTile } from '../saved.js';
import { PolledPage, tileRow } from './polled.js';

const WRITERS = {
  live: ['live', 'answers decisions', 'ok'], silent: ['silent', 'has answered before, not lately: see ./wattune status and the writer\'s log', 'warn'],
  none: ['none', 'no writer has answered: this node is read, not tuned', ''],
};

export class ControlPage extends PolledPage {
  #parts = null;
  #stop;

  constructor(root, context) {
    super(root, context, 'Control', 2000);
    const soon = () => this.soon();
    this.#stop = [context.stream.on('decision', soon), context.stream.on('actuation', soon), context.stream.on('hold', () => this.refresh())];
  }

  address() {
    return '/api/control' + query(this.#filter());
  }

  leave() {
    for (const stop of this.#stop) stop();
    super.leave();
  }

  build() {
    const { store, router } = this.context;
    const tiles = { saved: savedTile(), policy: tile('Policy'), leases: tile('Leases'), holds: tile('Holds'), refused: tile('Refusals') };
    const sorter = (table) => ({ onSort: (sort) => router.set(sortQuery(this.route.params, table, sort), true) });
    const tables = {
      holds: new Table({ caption: 'Holds', columns: holdColumns(this.context), key: (h) => h.id, empty: 'No hold: everything that its admin allows may be tuned.' }),
      saved: savedTable(store, 'Kernel', false),
      savedDevices: savedTable(store, 'Device', true),
      leases: new Table({ caption: 'Leases', columns: leaseColumns(), key: (l) => l.device, sort: 'device', ...sorter('leases'), empty: 'No lease runs: every device has its own settings.' }),
      refusals: new Table({ caption: 'Refusals', columns: refusalColumns(), key: (r) => r.reason, empty: 'Nothing was refused.' }),
      nodes: new Table({ caption: 'Nodes', columns: nodeColumns(), key: (n) => n.node, sort: 'node', ...sorter('nodes'), empty: 'No node is known to the controller.' }),
      decisions: new Table({ caption: 'Decisions', columns: decisionColumns(store, true), key: decisionKey, sort: '-time', ...sorter('decisions'), empty: 'No decision here. A controller decides when it runs (./wattune control), a node has a writer, and readings come; with a filter above, none fits it.' }),
    };
    const filters = el('span', { class: 'tools' });
    const savedNote = el('div');
    this.#csv = csvLink('/api/control?format=csv', 'the decisions');
    const holds = panel('Holds', { id: 'holds', span: 'half', about: 'An order to leave something alone for a time. Own settings come back at once.', tools: [holdButton(this.context, 'Set a hold …', 'node', '')] });
    const parts = {
      saved: panel('Energy saved', { id: 'saved', span: 'full', tools: [csvLink('/api/saved?format=csv', 'the energy saved')] }), holds, leases: panel('Leases', { id: 'leases', span: 'half', about: 'Settings that are in force, and for how long without another decision.' }),
      refusals: panel('Refusals', { id: 'refusals', span: 'half', about: 'Why nodes did not do what was decided, and what to do.' }),
      nodes: panel('Nodes', { id: 'nodes', span: 'half', about: 'The epoch that counts, and who writes there.' }),
      decisions: panel('Decisions', { id: 'decisions', span: 'full', about: 'The newest 200.', tools: [filters, this.#csv] }),
    };
    for (const [name, part] of Object.entries(parts)) part.body.append(tables[name].element);
    parts.saved.body.prepend(savedNote);
    parts.saved.body.append(el('details', { class: 'as-table' }, el('summary', {}, 'By device'), tables.savedDevices.element));
    this.#parts = { savedNote, tiles, tables, filters };
    // Holds above all that grows when answers come: nobody should miss that button.
    this.#waiting = el('div', { class: 'together waiting' },
      tileRow(tiles),
      el('div', { class: 'columns' }, parts.holds.section, parts.refusals.section, parts.saved.section, parts.decisions.section, parts.leases.section, parts.nodes.section));
    return [this.#waiting];
  }

  #csv = null;
  #waiting = null;

  routed() {
    const { params } = this.route;
    const { router } = this.context;
    const { tables, filters } = this.#parts;
    tables.decisions.sort = sortOf(params, 'decisions', '-time');
    tables.leases.sort = sortOf(params, 'leases', 'device');
    tables.nodes.sort = sortOf(params, 'nodes', 'node');
    this.#csv.href = `/api/control${query({ ...this.#filter(), format: 'csv' })}`;
    if (filters.dataset.key === JSON.stringify(this.#filter())) return;
    filters.dataset.key = JSON.stringify(this.#filter());
    const one = params.get('device') ?? params.get('node');
    exchange(filters,
      one ? el('button', { type: 'button', class: 'quiet', onclick: () => router.set({ device: null, node: null }) }, `only ${one} ✕`) : null,
      select('Outcome', [['', 'any outcome'], ...DECISION_OUTCOMES.map((key) => [key, OUTCOMES[key][0]])], params.get('outcome') ?? '', (outcome) => router.set({ outcome }), { hideLabel: true }));
  }

  #filter() {
    const { params } = this.route;
    return { device: params.get('device'), node: params.get('node'), outcome: params.get('outcome') };
  }

  settled() {
    this.#waiting.classList.remove('waiting');
  }

  #showSaved(saved) {
    const { tiles, tables, savedNote } = this.#parts;
    const nowMs = this.context.store.nowMs();
    showSavedTile(tiles.saved, saved, nowMs);
    tables.saved.update(saved?.kernels ?? []);
    tables.savedDevices.update(saved?.devices ?? []);
    savedNote.replaceChildren(...(saved ? [savedNotes(saved, nowMs)] : []));
  }

  answered(answer) {
    const { tiles, tables } = this.#parts;
    this.#showSaved(answer.saved);
    for (const name of ['holds', 'leases', 'refusals', 'nodes', 'decisions']) tables[name].update(answer[name] ?? []);
    setText(tiles.policy.value, answer.policy ?? 'none');
    setText(tiles.policy.extra, answer.policy ? `over ${answer.nodes.length} nodes` : 'no controller has decided yet');
    setText(tiles.leases.value, number(answer.leases.length));
    setText(tiles.leases.extra, 'devices that run with leased settings');
    setText(tiles.holds.value, number(answer.holds.length));
    setText(tiles.holds.extra, answer.holds.length === 0 ? 'nothing is held' : 'in force or to come');
    const refused = answer.refusals.reduce((sum, each) => sum + each.count, 0);
    setText(tiles.refused.value, number(refused));
    setText(tiles.refused.extra, refused === 0 ? 'none' : `for ${answer.refusals.length} ${answer.refusals.length === 1 ? 'reason' : 'reasons'}`);
  }
}

function leaseColumns() {
  return [
    { key: 'device', title: 'Device', sort: (l) => l.device, node: (l) => deviceLink(l.device), version: (l) => l.device },
    { key: 'left', title: 'Left', numeric: true, sort: (l) => l.leftMs, text: (l) => duration(l.leftMs) },
    { key: 'policy', title: 'Policy', sort: (l) => l.policy, text: (l) => l.policy },
    { key: 'reason', title: 'Reason', long: true, sort: (l) => l.reason, text: (l) => (l.what ? `${l.reason}: ${l.what}` : l.reason ?? '') },
  ];
}

function refusalColumns() {
  return [
    { key: 'reason', title: 'Reason', node: (r) => el('code', {}, r.reason), version: (r) => r.reason },
    { key: 'count', title: 'Count', numeric: true, text: (r) => number(r.count) },
    { key: 'what', title: 'What it means, and what to do', long: true, node: (r) => [el('span', {}, r.what), r.do ? el('span', { class: 'labels' }, r.do) : ''].filter(Boolean), version: (r) => r.reason },
  ];
}

function nodeColumns() {
  return [
    { key: 'node', title: 'Node', sort: (n) => n.node, text: (n) => n.node },
    { key: 'writer', title: 'Writer', sort: (n) => n.writer, node: (n) => el('span', { class: `mark ${(WRITERS[n.writer] ?? WRITERS.none)[2]}`, title: (WRITERS[n.writer] ?? WRITERS.none)[1] }, n.writer), version: (n) => n.writer },
    { key: 'devices', title: 'Devices', numeric: true, sort: (n) => n.devices, text: (n) => number(n.devices) },
    { key: 'epoch', title: 'Epoch', numeric: true, sort: (n) => n.epoch, text: (n) => (n.epoch === null ? 'none' : String(n.epoch)) },
  ];
}
