// Power over time by ECharts. Styles go through the CSSOM and tips are elements, so no inline style is needed.

import { el } from './dom.js';
import { colour, faded, onTheme } from './theme.js';
import { clock, day, watts, prefixOf } from './format.js';
import { qualityOf } from './fleet-store.js';

/** Left and right of the plot in pixels: every chart of a page has the same, so their times stand above each other. */
export const GRID = { left: 62, right: 18 };
const ESTIMATED = 2;
const LABELLED_SHARE = 0.03;
/** How late the newest power may be before the end of a chart is called empty. */
const LATE_MS = 5000;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/** Everything that the charts have in common: one instance, its size, its colours, and dragging to zoom. */
export class ChartHost {
  #option = null;
  #bounds = null;
  #resizes;
  #stopTheme;

  constructor(label, height, onZoom) {
    this.canvas = el('div', { class: `chart ${height}`, role: 'img', 'aria-label': label });
    this.drag = el('div', { class: 'drag', hidden: true });
    this.element = el('div', { class: 'chart-wrap' }, this.canvas, this.drag);
    this.onZoom = onZoom;
    this.#resizes = new ResizeObserver(() => this.#size());
    this.#resizes.observe(this.element);
    this.#stopTheme = onTheme(() => { if (this.#option) this.draw(this.#option, this.#bounds); });
    if (onZoom) this.#listen();
  }

  /** option is a function, so that another theme's colours only need another call. */
  draw(option, bounds) {
    this.#option = option;
    this.#bounds = bounds;
    if (this.element.clientWidth === 0 || !window.echarts) return;
    this.chart ??= window.echarts.init(this.canvas, null, { renderer: 'canvas' });
    this.chart.setOption(option(), { notMerge: true, lazyUpdate: true });
  }

  describe(label) {
    this.canvas.setAttribute('aria-label', label);
  }

  dispose() {
    this.#resizes.disconnect();
    this.#stopTheme();
    this.#unlisten();
    this.chart?.dispose();
  }

  #size() {
    if (this.chart) this.chart.resize();
    else if (this.#option) this.draw(this.#option, this.#bounds);
  }

  #listen() {
    let from = null;
    const inside = (event) => {
      const box = this.element.getBoundingClientRect();
      return Math.max(GRID.left, Math.min(box.width - GRID.right, event.clientX - box.left));
    };
    this.element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#bounds === null) return;
      from = inside(event);
    });
    addEventListener('pointermove', this.move = (event) => {
      if (from === null) return;
      const to = inside(event);
      this.drag.hidden = Math.abs(to - from) < 4;
      this.drag.style.setProperty('left', `${Math.min(from, to)}px`);
      this.drag.style.setProperty('width', `${Math.abs(to - from)}px`);
    });
    addEventListener('pointerup', this.up = (event) => {
      if (from === null) return;
      const to = inside(event);
      const width = this.element.clientWidth - GRID.left - GRID.right;
      const { fromMs, toMs } = this.#bounds;
      const time = (x) => fromMs + ((x - GRID.left) / width) * (toMs - fromMs);
      if (Math.abs(to - from) >= 8) this.onZoom(time(Math.min(from, to)), time(Math.max(from, to)));
      from = null;
      this.drag.hidden = true;
    });
  }

  #unlisten() {
    removeEventListener('pointermove', this.move);
    removeEventListener('pointerup', this.up);
  }
}

/**
 * Points with an empty one wherever they stop for much longer than usual: where a sensor said nothing, the server
 * has no point at all, and a line must not go across.
 */
export function withHoles(points, stepMs, endMs, empty) {
  if (points.length < 3) return points;
  const steps = points.slice(1).map((point, i) => point[0] - points[i][0]).sort((a, b) => a - b);
  const usual = steps[steps.length >> 1];
  const longest = Math.max(6 * usual, 2.5 * stepMs, 100);
  const all = points.flatMap((point, i) => (i > 0 && point[0] - points[i - 1][0] > longest ? [[points[i - 1][0] + usual, ...empty], point] : [point]));
  const last = points[points.length - 1][0];
  return endMs - last > longest + LATE_MS ? [...all, [last + usual, ...empty], [endMs, ...empty]] : all;
}

/** Where the true power had no value: drawn as an empty stretch with words, never as zero. */
export function gapsOf(points, stepMs) {
  const gaps = [];
  let open = null;
  for (const point of points) {
    if (point[1] === null) {
      open ??= { fromMs: point[0], toMs: point[0] };
      open.toMs = point[0] + stepMs;
    } else if (open !== null) {
      gaps.push({ fromMs: open.fromMs, toMs: point[0] });
      open = null;
    }
  }
  if (open !== null) gaps.push(open);
  return gaps;
}

/**
 * The option of a power chart. series: {name, points: [[ms, mean, low, high, error, quality]], colour, extremes}, where
 * one ends before the chart does with endMs, and with gapsFrom where other points say where nothing was read;
 * and lines: {name, points: [[ms, watts]], colour}; marks: [{ms, text}].
 */
export function powerOption({ fromMs, toMs, stepMs, series: given, lines: readings = [], marks = [] }) {
  const none = [null, null, null, null, 3];
  const series = given.map((each) => ({
    ...each, points: withHoles(each.points, stepMs, each.endMs ?? toMs, none),
    gaps: gapsOf(withHoles(each.gapsFrom ?? each.points, stepMs, toMs, none), stepMs),
  }));
  const lines = readings.map((each) => ({ ...each, points: withHoles(each.points, stepMs, toMs, [null]) }));
  const most = Math.max(0, ...series.flatMap((each) => each.points.map((p) => p[3] ?? p[1] ?? 0)), ...lines.flatMap((each) => each.points.map((p) => p[1] ?? 0)));
  const [factor, prefix] = most > 0 ? prefixOf(most) : [1, ''];
  const all = [...lines.map(rawLine), ...series.flatMap((each, i) => bandedLine(each, i, stepMs, toMs - fromMs, i === 0 ? marks : []))];
  return {
    ...shell(fromMs, toMs),
    aria: { enabled: false },
    grid: { left: GRID.left, right: GRID.right, top: 34, bottom: 26 },
    legend: {
      top: 0, left: GRID.left, itemWidth: 26, itemHeight: 10, textStyle: { color: colour('muted'), fontFamily: FONT },
      data: all.filter((each) => each.shown).map((each) => each.name), inactiveColor: colour('line'), type: 'scroll', pageTextStyle: { color: colour('muted') },
    },
    yAxis: {
      type: 'value', min: (range) => (range.min > range.max * 0.6 ? undefined : 0), scale: false, name: `${prefix}W`, nameLocation: 'end', nameGap: 8,
      nameTextStyle: { color: colour('muted'), align: 'right', padding: [0, 8, 0, 0], fontFamily: FONT },
      axisLabel: { color: colour('muted'), fontFamily: FONT, formatter: (value) => trimmed(value / factor) }, splitLine: { lineStyle: { color: colour('grid') } }, splitNumber: 4,
    },
    tooltip: tooltipOf((items) => powerTip(items, series, lines)),
    series: all.map(({ shown, ...each }) => each),
  };
}

export function shell(fromMs, toMs) {
  return {
    animation: false, backgroundColor: 'transparent', textStyle: { fontFamily: FONT },
    xAxis: {
      type: 'time', min: fromMs, max: toMs, axisLine: { lineStyle: { color: colour('line') } }, axisTick: { lineStyle: { color: colour('line') } },
      axisLabel: { color: colour('muted'), hideOverlap: true, fontFamily: FONT, formatter: axisTime(fromMs, toMs) }, splitLine: { show: false },
    },
  };
}

function axisTime(fromMs, toMs) {
  return (ms) => {
    if (toMs - fromMs > 36 * 3600e3) return `${day(ms).slice(5)} ${clock(ms).slice(0, 5)}`;
    if (toMs - fromMs > 180e3) return clock(ms).slice(0, 5);
    return toMs - fromMs > 5e3 ? clock(ms) : clock(ms, true).slice(3);
  };
}

export function tooltipOf(content, trigger = 'axis') {
  return {
    trigger, confine: true, className: 'chart-tip', transitionDuration: 0, backgroundColor: colour('surface'), borderColor: colour('line'), borderWidth: 1,
    textStyle: { color: colour('text'), fontFamily: FONT, fontSize: 12 }, axisPointer: { type: 'line', lineStyle: { color: colour('muted') } }, formatter: content,
  };
}

function rawLine(line) {
  return {
    name: line.name, shown: true, type: 'line', step: 'end', symbol: line.points.length < 60 ? 'circle' : 'none', symbolSize: 3, data: line.points, connectNulls: false,
    lineStyle: { width: 1, color: line.colour, type: [3, 2] }, itemStyle: { color: line.colour }, z: 1, emphasis: { disabled: true },
  };
}

/** Mean, error band, extremes; dashed where the worst of a step's samples was estimated, or missing. */
function bandedLine(each, index, stepMs, lengthMs, marks) {
  const value = (p, k) => (p[1] === null ? null : p[k]);
  const weak = (p) => p !== undefined && p[1] !== null && p[5] >= ESTIMATED;
  const solid = each.points.map((p) => [p[0], weak(p) ? null : value(p, 1)]);
  const dashed = each.points.map((p, i) => [p[0], weak(p) || weak(each.points[i + 1]) || weak(each.points[i - 1]) ? value(p, 1) : null]);
  const stack = `${each.name}#${index}`;
  const out = [];
  if (each.extremes) out.push(...band(`${stack} extremes`, each.points.map((p) => [p[0], value(p, 2), value(p, 3)]), faded(each.colour, 0.1)));
  if (each.band !== false) {
    out.push(...band(`${stack} error`, each.points.map((p) => {
      const mean = value(p, 1);
      return [p[0], mean === null || p[4] === null ? null : mean - p[4], mean === null || p[4] === null ? null : mean + p[4]];
    }), faded(each.colour, 0.26)));
  }
  const line = (name, data, type, shown) => ({
    name, shown, type: 'line', symbol: 'none', data, connectNulls: false, z: 4, lineStyle: { width: 1.6, color: each.colour, type }, itemStyle: { color: each.colour }, emphasis: { disabled: true },
  });
  const main = line(each.name, solid, 'solid', true);
  if (index === 0) {
    main.markArea = areas(each.gaps, lengthMs);
    main.markLine = lines(marks);
  }
  out.push(main);
  if (each.points.some(weak)) out.push(line(`${each.name}, in part estimated`, dashed, [5, 4], true));
  return out;
}

function band(stack, edges, fill) {
  const part = (name, data, area) => ({
    name, shown: false, type: 'line', stack, stackStrategy: 'all', symbol: 'none', silent: true, connectNulls: false, lineStyle: { opacity: 0 }, areaStyle: area ? { color: fill, origin: 'start' } : undefined, data, z: 2, tooltip: { show: false }, emphasis: { disabled: true },
  });
  return [
    part(stack + ' low', edges.map(([ms, low]) => [ms, low]), false),
    part(stack + ' high', edges.map(([ms, low, high]) => [ms, low === null ? null : high - low]), true),
  ];
}

function areas(gaps, lengthMs) {
  if (gaps.length === 0) return undefined;
  return {
    silent: true, itemStyle: { color: faded(colour('series-6'), 0.14) }, label: { color: colour('muted'), fontSize: 11, position: 'insideTop' },
    data: gaps.sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs)).slice(0, 100)
      .map((gap) => [{ xAxis: gap.fromMs, name: gap.toMs - gap.fromMs > lengthMs * LABELLED_SHARE ? 'no reading' : '' }, { xAxis: gap.toMs }]),
  };
}

function lines(marks) {
  if (marks.length === 0) return undefined;
  return {
    silent: true, symbol: 'none', lineStyle: { color: colour('muted'), type: 'dotted' }, label: { color: colour('muted'), fontSize: 11, formatter: (p) => p.name, position: 'insideEndTop', rotate: 0 },
    data: marks.map((mark) => ({ xAxis: mark.ms, name: mark.text })),
  };
}

function powerTip(items, series, rawLines) {
  const ms = items[0]?.axisValue;
  if (ms === undefined) return '';
  const rows = [...rawLines.map((line) => [line.name, nearest(line.points, ms)]), ...series.slice(0, 12).map((each) => [each.name, nearest(each.points, ms)])];
  return el('div', { class: 'tip-body' }, el('p', { class: 'tip-time' }, `${day(ms)} ${clock(ms, true)}`),
    rows.map(([name, point]) => el('p', {}, el('b', {}, name), ' ', pointText(point))));
}

function pointText(point) {
  if (point === null || point[1] === null) return 'no reading';
  if (point.length === 2) return watts(point[1]);
  const extremes = point[2] !== null && point[3] !== null && point[3] > point[2] ? `, ${watts(point[2])} to ${watts(point[3])}` : '';
  return `${watts(point[1], point[4])}${extremes}, ${qualityOf(point[5])}`;
}

function nearest(points, ms) {
  if (points.length === 0) return null;
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= ms) low = middle;
    else high = middle;
  }
  return Math.abs(points[low][0] - ms) <= Math.abs(points[high][0] - ms) ? points[low] : points[high];
}

function trimmed(value) {
  return String(Number(value.toPrecision(4)));
}
