// Which component cost the joules: power by component over the last minutes, their energies, and those of kernels.

import { el, emptyBox } from './dom.js';
import { ChartHost, GRID, shell, tooltipOf } from './time-chart.js';
import { Table } from './table.js';
import { colour, faded } from './theme.js';
import { clock, joules, moment, number, percent, plural, seconds, watts } from './format.js';
import { nameNode } from './parts.js';

const COLOURS = ['series-6', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5'];
const BIN_MS = 10e3;

const DOUBTS = {
  'not-yet-known': 'no split is known yet: it takes counters that change beside power that changes with them',
  given: 'by a model that was given, not yet by measurements here',
  coarse: 'the counters of this device are shares of time, so that the split is coarse',
  drift: 'the same counters came with another power than before: it is being learned anew',
  unlike: 'what runs is unlike anything that the model was fitted to',
  'no-power': 'no power was known just now: the total is the model\'s',
};

export class ComponentsView {
  #chart = new ChartHost('Power by component', 'stack', null);
  #note = el('p', { class: 'about' });
  #parts = null;
  #kernels = null;
  #kernelBox = el('details', { class: 'as-table' }, el('summary', {}, 'By kernel'));
  #body;
  #names = '';

  constructor(body) {
    this.#body = body;
  }

  dispose() {
    this.#chart.dispose();
  }

  show(answer, nowMs) {
    if (!answer || answer.bins.length === 0) {
      this.#parts = null;
      const said = (answer?.doubts ?? []).map((each) => DOUBTS[each] ?? each).join('; ');
      this.#body.replaceChildren(emptyBox('No split yet.', said || 'No counters and power of this device have been put together. It takes the components job, and counters that say what the device does.'));
      return;
    }
    const names = answer.parts.map((part) => part.name).join('|');
    if (this.#parts === null || names !== this.#names) this.#build(answer);
    this.#names = names;
    const total = answer.parts.reduce((sum, part) => sum + part.joules, 0);
    const merged = answer.parts.filter((part) => part.merged.length > 1);
    this.#note.textContent = [
      `${watts(answer.totalWatts, answer.totalErrorWatts)} at ${clock(answer.atMs)}; ${joules(total)} over ${seconds(answer.seconds)}.`,
      ...answer.doubts.map((each) => `Careful: ${DOUBTS[each] ?? each}.`),
      ...merged.map((part) => `Counters cannot distinguish ${part.merged.join(', ')}.`),
      `± is one standard error. Model ${answer.model}, fit ${number(answer.revision)}.`,
    ].join(' ');
    this.#parts.update(answer.parts.map((part) => ({ ...part, share: total > 0 ? part.joules / total : null })));
    this.#kernels.update(answer.kernels.map((kernel) => ({ ...kernel, total: kernel.joules.reduce((a, b) => a + b, 0) })));
    this.#kernelBox.hidden = answer.kernels.length === 0;
    const toMs = answer.bins[answer.bins.length - 1].fromMs + BIN_MS;
    const fromMs = Math.min(answer.bins[0].fromMs, toMs - 60e3);
    this.#chart.draw(() => stackOption(answer, fromMs, toMs), { fromMs, toMs });
    this.#chart.describe(`Power by component over ${seconds(answer.seconds)}: ${plural(answer.parts.length, 'component')}. The table below has their energies.`);
    this.#kernelBox.firstElementChild.textContent = `By kernel, since ${moment(answer.kernelsSinceMs, nowMs)}`;
  }

  #build(answer) {
    this.#parts = new Table({
      caption: 'Energy by component', key: (part) => part.name, columns: [
        { key: 'name', title: 'Component', node: (part) => nameNode(part.name), version: (part) => part.name },
        { key: 'joules', title: 'Energy', numeric: true, text: (part) => joules(part.joules, part.errorJoules) },
        { key: 'share', title: 'Share', numeric: true, text: (part) => percent(part.share) },
        { key: 'watts', title: 'Now', numeric: true, text: (part) => (part.watts === null ? '' : watts(part.watts, part.errorWatts)) },
        { key: 'counters', title: 'Counters', long: true, text: (part) => part.counters.join(', ') },
      ],
    });
    this.#kernels = new Table({
      caption: 'Energy by kernel and component', key: (kernel) => kernel.name, columns: [
        { key: 'name', title: 'Kernel', node: (kernel) => nameNode(kernel.name), version: (kernel) => kernel.name },
        { key: 'ran', title: 'Ran', numeric: true, text: (kernel) => `${seconds(kernel.seconds)}, ${number(kernel.activities)} times` },
        { key: 'total', title: 'Above idle', numeric: true, text: (kernel) => joules(kernel.total) },
        ...answer.parts.map((part, i) => ({ key: `part-${i}`, title: part.name, numeric: true, text: (kernel) => joules(kernel.joules[i], kernel.errorJoules[i]) })).slice(1),
      ],
    });
    this.#kernelBox.replaceChildren(this.#kernelBox.firstElementChild, this.#kernels.element);
    this.#body.replaceChildren(this.#note, this.#chart.element, this.#parts.element, this.#kernelBox);
  }
}

function stackOption(answer, fromMs, toMs) {
  const palette = COLOURS.map((name) => colour(name));
  const series = answer.parts.map((part, i) => ({
    name: part.name, type: 'line', stack: 'watts', step: 'end', symbol: 'none', lineStyle: { width: 1, color: palette[i % palette.length] },
    itemStyle: { color: palette[i % palette.length] }, areaStyle: { color: faded(palette[i % palette.length], 0.6) }, emphasis: { disabled: true },
    data: answer.bins.flatMap((bin, at) => binPoints(answer.bins, at, i)),
  }));
  return {
    ...shell(fromMs, toMs),
    aria: { enabled: false },
    grid: { left: GRID.left, right: GRID.right, top: 34, bottom: 26 },
    legend: { top: 0, left: GRID.left, itemWidth: 14, itemHeight: 10, textStyle: { color: colour('muted') }, type: 'scroll', pageTextStyle: { color: colour('muted') }, data: answer.parts.map((part) => part.name) },
    yAxis: { type: 'value', min: 0, name: 'W', nameTextStyle: { color: colour('muted'), align: 'right' }, axisLabel: { color: colour('muted') }, splitLine: { lineStyle: { color: colour('grid') } }, splitNumber: 4 },
    tooltip: tooltipOf((items) => stackTip(items)),
    series,
  };
}

/** Mean power within a bin, from its start to its end; nothing where the split was not known. */
function binPoints(bins, at, part) {
  const bin = bins[at];
  const power = bin.seconds > 0 ? bin.joules[part] / bin.seconds : null;
  const next = bins[at + 1];
  const points = [[bin.fromMs, power], [bin.fromMs + BIN_MS - 1, power]];
  return next && next.fromMs > bin.fromMs + BIN_MS ? [...points, [bin.fromMs + BIN_MS, null]] : points;
}

function stackTip(items) {
  const known = items.filter((item) => item.data[1] !== null);
  if (known.length === 0) return '';
  return el('div', { class: 'tip-body' }, el('p', {}, clock(known[0].data[0])),
    known.map((item) => el('p', {}, `${item.seriesName}: ${watts(item.data[1])}`)));
}
