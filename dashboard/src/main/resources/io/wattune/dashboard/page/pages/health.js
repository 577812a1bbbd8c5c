// Health: does everything run, how far behind is it, what was not taken.

import { el, panel, setText, csvLink } from '../dom.js';
import { Table } from '../table.js';
import { bytes, duration, moment, number } from '../format.js';
import { tile } from '../parts.js';
import { PolledPage, tileRow } from './polled.js';

const TONES = { UP: 'ok', DEGRADED: 'warn', DOWN: 'bad', RUNNING: 'ok', FAILED: 'bad', RESTARTING: 'warn' };

export class HealthPage extends PolledPage {
  #parts = null;
  #stop;

  constructor(root, context) {
    super(root, context, 'Health', 5000);
    this.#stop = context.stream.on('health', () => this.refresh());
  }

  address() {
    return '/api/health';
  }

  leave() {
    this.#stop();
    super.leave();
  }

  build() {
    const now = () => this.context.store.nowMs();
    const tiles = { parts: tile('Parts'), late: tile('Late readings'), rejects: tile('Rejects'), spooled: tile('Spooled at agents'), checkpoint: tile('Newest checkpoint') };
    const tables = {
      parts: new Table({ caption: 'Parts', columns: partColumns(), key: (p) => p.name, empty: 'No part is configured: start the dashboard with --part NAME=URL for each.' }),
      topics: new Table({ caption: 'Topics', columns: topicColumns(now), key: (t) => t.topic, empty: 'No topic has been read yet.' }),
      jobs: new Table({ caption: 'Flink jobs', columns: jobColumns(), key: (j) => j.name, empty: 'No job is known: only ./wattune up lists its jobs here. ./wattune jobs watches those of a Flink cluster.' }),
      rejects: new Table({ caption: 'Rejects', columns: rejectColumns(now), key: (r) => r.reason, empty: 'Nothing was rejected.' }),
    };
    const panels = {
      parts: panel('Parts', { id: 'parts', about: 'Each part and its own health answer.' }),
      topics: panel('Topics', { id: 'topics', span: 'wide', about: 'How fast records come, and how far readers are behind.', tools: [csvLink('/api/health?format=csv', 'the topics')] }),
      jobs: panel('Flink jobs', { id: 'jobs', span: 'wide', about: 'A checkpoint that gets old means that a restart would have to go far back.' }),
      rejects: panel('Rejects', { id: 'rejects', span: 'full', about: 'Records that could not be taken. Their bytes are kept in the topic rejects.' }),
      store: panel('Store', { id: 'store', about: 'Points on their way to the store. While it is away, offsets wait and nothing is lost.' }),
    };
    for (const [name, table] of Object.entries(tables)) panels[name].body.append(table.element);
    const store = el('dl', { class: 'facts' });
    panels.store.body.append(store);
    this.#parts = { tiles, tables, store };
    return [tileRow(tiles), el('div', { class: 'columns' }, panels.topics.section, panels.parts.section, panels.jobs.section, panels.store.section, panels.rejects.section)];
  }

  answered(health) {
    const { tiles, tables } = this.#parts;
    tables.parts.update(health.parts ?? []);
    tables.topics.update(health.topics ?? []);
    tables.jobs.update(health.jobs ?? []);
    tables.rejects.update(health.rejects?.byReason ?? []);
    const down = (health.parts ?? []).filter((part) => part.status !== 'UP');
    setText(tiles.parts.value, `${(health.parts?.length ?? 0) - down.length} of ${health.parts?.length ?? 0} up`);
    setText(tiles.parts.extra, down.map((part) => `${part.name} ${part.status.toLowerCase()}`).join(', ') || 'all answer');
    setText(tiles.late.value, number(health.late));
    setText(tiles.late.extra, 'came after the lateness horizon; counted, not booked');
    setText(tiles.rejects.value, number(health.rejects?.total));
    setText(tiles.rejects.extra, health.rejects?.total ? 'see the reasons below' : 'none');
    setText(tiles.spooled.value, number(health.spooled?.records));
    setText(tiles.spooled.extra, spooledWords(health.spooled));
    const ages = (health.jobs ?? []).map((job) => job.checkpointAgeMs).filter((age) => age !== null && age !== undefined);
    setText(tiles.checkpoint.value, ages.length ? `${duration(Math.max(...ages))} ago` : '–');
    setText(tiles.checkpoint.extra, ages.length ? 'the oldest of all jobs' : 'no job has made one yet');
    this.#store(health.store);
  }

  #store(store) {
    const pairs = store
      ? [['Points written', number(store.written)], ['Batches retried', number(store.retries)], ['Points refused by the store', number(store.refused)], ['Records behind', number(store.lagRecords)]]
      : [['Store', 'none is known here: start ./wattune sinks, and name it with --part.']];
    this.#parts.store.replaceChildren(...pairs.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
  }
}

function spooledWords(spooled) {
  if (!spooled) return 'not known here';
  const dropped = spooled.dropped ? `, ${number(spooled.dropped)} dropped because the spool was full` : '';
  return (spooled.records ? `${bytes(spooled.bytes)} wait for the broker` : 'nothing waits for the broker') + dropped;
}

const status = (text) => el('span', { class: `mark ${TONES[text] ?? ''}` }, text);

function partColumns() {
  return [
    { key: 'name', title: 'Part', text: (p) => p.name },
    { key: 'status', title: 'Status', node: (p) => status(p.status), version: (p) => p.status },
    { key: 'detail', title: 'Says', long: true, text: (p) => p.detail ?? '' },
  ];
}

function topicColumns(now) {
  return [
    { key: 'topic', title: 'Topic', text: (t) => t.topic },
    { key: 'rate', title: 'Records', unit: '1/s', numeric: true, text: (t) => (t.recordsPerSecond === null ? '–' : Number(t.recordsPerSecond.toPrecision(3)).toLocaleString('en-US')) },
    { key: 'end', title: 'End offset', numeric: true, text: (t) => number(t.endOffset) },
    { key: 'lag', title: 'Readers behind', unit: 'records', numeric: true, node: (t) => lags(t.lagRecords), version: (t) => JSON.stringify(t.lagRecords) },
    { key: 'newest', title: 'Newest record', text: (t) => moment(t.newestMs, now()) },
  ];
}

function lags(lag) {
  if (lag === null || lag === undefined) return 'not known';
  if (typeof lag === 'number') return number(lag);
  return Object.entries(lag).map(([reader, records]) => `${reader} ${number(records)}`).join(', ') || 'no reader';
}

function jobColumns() {
  return [
    { key: 'name', title: 'Job', text: (j) => j.name },
    { key: 'state', title: 'State', node: (j) => status(j.state), version: (j) => j.state },
    { key: 'restarts', title: 'Restarts', numeric: true, text: (j) => number(j.restarts) },
    { key: 'age', title: 'Checkpoint age', numeric: true, text: (j) => duration(j.checkpointAgeMs) },
    { key: 'took', title: 'It took', numeric: true, text: (j) => duration(j.checkpointMs) },
    { key: 'size', title: 'Size', numeric: true, text: (j) => bytes(j.checkpointBytes) },
  ];
}

function rejectColumns(now) {
  return [
    { key: 'reason', title: 'Reason', node: (r) => el('code', {}, r.reason), version: (r) => r.reason },
    { key: 'count', title: 'Count', numeric: true, text: (r) => number(r.count) },
    { key: 'newest', title: 'Newest', text: (r) => moment(r.newestMs, now()) },
  ];
}
