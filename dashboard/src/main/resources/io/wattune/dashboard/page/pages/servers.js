// Servers: what comes, how long answers take, and at which settings and power.

import { el, panel, setText, csvLink } from '../dom.js';
import { Table } from '../table.js';
import { moment, number, setting, seconds, watts, NONE } from '../format.js';
import { deviceLink, nameNode, tile } from '../parts.js';
import { PolledPage, tileRow } from './polled.js';

/** What is held against the objective: of 20 requests one may take longer. */
const TAIL = 0.95;

export class ServersPage extends PolledPage {
  #parts = null;
  #answer = null;

  constructor(root, context) {
    super(root, context, 'Servers', 1000);
  }

  address() {
    return '/api/servers';
  }

  routed() {
    this.#parts.objective.value = this.route.params.get('objective') ?? '';
    if (this.#answer !== null) this.answered(this.#answer);
  }

  build() {
    const now = () => this.context.store.nowMs();
    const tiles = { servers: tile('Servers'), come: tile('Requests'), waiting: tile('Waiting'), tail: tile('Slowest tail'), power: tile('Power of their devices') };
    const objective = el('input', {
      type: 'number', min: '0', step: 'any', onchange: () => this.context.router.set({ objective: objective.value }),
    });
    const servers = new Table({ caption: 'Servers', columns: serverColumns(now, () => objectiveOf(objective)), key: (s) => `${s.node}/${s.server}`, empty: 'No inference server has been read. Name one under work in a node\'s file, with a preset; see docs/measuring.md.' });
    const devices = new Table({ caption: 'Devices of servers', columns: deviceColumns(), key: (d) => `${d.server.node}/${d.server.server}/${d.id}`, empty: 'No device of a server is known.' });
    const panels = {
      servers: panel('Servers', { id: 'servers', span: 'full', about: 'Latency is from arrival to the last word, over the last minute; a histogram knows a quantile only between two bounds.', tools: [el('label', { class: 'field' }, 'Objective of the 95th percentile (ms)', objective), csvLink('/api/servers?format=csv', 'the servers')] }),
      devices: panel('Their devices', { id: 'server-devices', span: 'full', about: 'Settings as they were read back last, and the newest decision.' }),
    };
    panels.servers.body.append(servers.element);
    panels.devices.body.append(devices.element);
    this.#parts = { tiles, servers, devices, objective };
    return [tileRow(tiles), el('div', { class: 'columns' }, panels.servers.section, panels.devices.section)];
  }

  answered(answer) {
    this.#answer = answer;
    const { tiles, servers, devices, objective } = this.#parts;
    servers.update(answer.servers);
    devices.update(answer.servers.flatMap((server) => server.devices.map((device) => ({ ...device, server }))));
    const talking = answer.servers.filter((server) => !server.isSilent);
    const silent = answer.servers.length - talking.length;
    setText(tiles.servers.value, number(answer.servers.length));
    setText(tiles.servers.extra, silent ? `${silent} silent: the server, its page or the agent is away` : 'all were read just now');
    setText(tiles.come.value, rate(sum(talking, (server) => server.comePerSecond ?? server.answeredPerSecond)));
    setText(tiles.come.extra, 'a second, of those that are read');
    setText(tiles.waiting.value, number(sum(talking, (server) => server.waiting)));
    setText(tiles.waiting.extra, `${number(sum(talking, (server) => server.running))} are served`);
    const slowest = talking.map((server) => [server, tailOf(server)]).filter(([, tail]) => tail !== null)
      .reduce((most, each) => (most === null || each[1].lowSeconds > most[1].lowSeconds ? each : most), null);
    setText(tiles.tail.value, slowest === null ? NONE : between(slowest[1]));
    setText(tiles.tail.extra, slowest === null ? 'nothing was answered' : `95th percentile of ${slowest[0].server}; ${verdict(slowest[1], objectiveOf(objective))[1]}`);
    const seen = new Map(answer.servers.flatMap((server) => server.devices).map((device) => [device.id, device]));
    setText(tiles.power.value, watts(sum([...seen.values()], (device) => device.powerWatts), null));
    setText(tiles.power.extra, `${number(seen.size)} devices`);
  }
}

function objectiveOf(input) {
  const value = Number.parseFloat(input.value);
  return value > 0 ? value / 1000 : null;
}

function sum(of, value) {
  const known = of.map(value).filter((each) => each !== null && each !== undefined);
  return known.length ? known.reduce((a, b) => a + b, 0) : null;
}

const rate = (value) => (value === null || value === undefined ? NONE : Number(value.toPrecision(3)).toLocaleString('en-US'));
const tailOf = (server, quantile = TAIL) => server.latency.find((each) => each.quantile === quantile) ?? null;

function between(bound) {
  if (bound === null) return NONE;
  if (bound.highSeconds === null) return `over ${seconds(bound.lowSeconds)}`;
  if (bound.lowSeconds === bound.highSeconds) return seconds(bound.lowSeconds);
  return `${seconds(bound.lowSeconds)} to ${seconds(bound.highSeconds)}`;
}

/** A mark's tone and words; between two bounds it may not be known. */
function verdict(bound, objective) {
  if (objective === null) return ['', 'no objective was given'];
  if (bound === null) return ['', 'not known'];
  if (bound.highSeconds !== null && bound.highSeconds <= objective) return ['ok', 'held'];
  if (bound.lowSeconds >= objective) return ['bad', 'missed'];
  return ['warn', 'between the bounds'];
}

function serverColumns(now, objective) {
  const mark = (server) => verdict(tailOf(server), objective());
  return [
    { key: 'server', title: 'Server', sort: (s) => s.server, node: (s) => nameNode(s.server), version: (s) => s.server },
    { key: 'node', title: 'Node', sort: (s) => s.node, text: (s) => s.node },
    { key: 'model', title: 'Model', sort: (s) => s.model, node: (s) => nameNode(s.model ?? NONE), version: (s) => s.model },
    { key: 'come', title: 'Requests', unit: '1/s', numeric: true, sort: (s) => s.comePerSecond, text: (s) => rate(s.comePerSecond) },
    { key: 'answered', title: 'Answered', unit: '1/s', numeric: true, sort: (s) => s.answeredPerSecond, text: (s) => rate(s.answeredPerSecond) },
    { key: 'waiting', title: 'Waiting', numeric: true, sort: (s) => s.waiting, text: (s) => number(s.waiting) },
    { key: 'p50', title: '50th percentile', numeric: true, sort: (s) => tailOf(s, 0.5)?.lowSeconds, text: (s) => between(tailOf(s, 0.5)) },
    { key: 'p95', title: '95th percentile', numeric: true, sort: (s) => tailOf(s)?.lowSeconds, text: (s) => between(tailOf(s)) },
    { key: 'p99', title: '99th percentile', numeric: true, sort: (s) => tailOf(s, 0.99)?.lowSeconds, text: (s) => between(tailOf(s, 0.99)) },
    { key: 'objective', title: 'Objective', sort: (s) => mark(s)[1], node: (s) => el('span', { class: `mark ${mark(s)[0]}` }, mark(s)[1]), version: (s) => mark(s).join() },
    { key: 'newest', title: 'Newest', node: (s) => (s.isSilent ? el('span', { class: 'mark bad' }, `silent since ${moment(s.sampleMs, now())}`) : el('span', {}, moment(s.sampleMs, now()))), version: (s) => `${s.isSilent} ${s.sampleMs}` },
  ];
}

const settingText = (device, name) => {
  const one = device.settings[name];
  return one === undefined || one.value === null ? NONE : setting(one.value, one.unit);
};

function others(device) {
  return Object.entries(device.settings).filter(([name]) => name !== 'core.clock' && name !== 'cu.count')
    .map(([name, one]) => `${name} ${one.value === null ? NONE : setting(one.value, one.unit)}`).join(', ') || NONE;
}

function deviceColumns() {
  return [
    { key: 'device', title: 'Device', sort: (d) => d.id, node: (d) => deviceLink(d.id), version: (d) => d.id },
    { key: 'server', title: 'Server', sort: (d) => d.server.server, node: (d) => nameNode(d.server.server), version: (d) => d.server.server },
    { key: 'power', title: 'True power', numeric: true, sort: (d) => d.powerWatts, text: (d) => (d.powerWatts === null ? NONE : watts(d.powerWatts, d.errorWatts)) },
    { key: 'clock', title: 'Core clock', numeric: true, text: (d) => settingText(d, 'core.clock') },
    { key: 'units', title: 'Compute units', numeric: true, text: (d) => settingText(d, 'cu.count') },
    { key: 'others', title: 'Other settings', long: true, text: others },
    { key: 'why', title: 'Newest decision', long: true, text: (d) => (d.reason === null ? NONE : [`${d.policy}: ${d.reason}`, d.detail].filter(Boolean).join('. ')) },
  ];
}
