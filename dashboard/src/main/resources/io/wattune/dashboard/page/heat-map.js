// The devices as cells on a canvas. Only cells that changed are drawn again, once a frame at most.

import { el, put } from './dom.js';
import { colour, heatScale, onTheme } from './theme.js';
import { quantity, percent } from './format.js';
import { FLAG_LETTERS, ATTENTION } from './words.js';

const STEPS = 64;
const RACK_HEIGHT = 20;
const NODE_GAP = 5;

export const METRICS = {
  power: { title: 'True power', unit: 'W', value: (device) => device.powerWatts, text: (v) => quantity(v, null, 'W', 3) },
  error: {
    title: 'Standard error, share of power', unit: '%',
    value: (device) => (device.powerWatts > 0 && device.errorWatts !== null ? device.errorWatts / device.powerWatts : null), text: (v) => percent(v),
  },
};

export class HeatMap {
  #canvas = el('canvas', { class: 'heat', tabindex: '0', role: 'application', 'aria-roledescription': 'heat map' });
  #tip = el('div', { class: 'tip', hidden: true });
  #said = el('p', { class: 'unseen', 'aria-live': 'polite' });
  #context = this.#canvas.getContext('2d');
  #devices = [];
  #cells = [];
  #place = new Map();
  #racks = [];
  #size = 18;
  #dirty = new Set();
  #frame = null;
  #cursor = -1;
  #focused = false;
  #scale = [];
  #paint = {};
  #top = 1;
  #metric = METRICS.power;
  #options;
  #resizes;
  #stopTheme;

  constructor(options) {
    this.#options = options;
    this.element = el('div', { class: 'heat-wrap' }, this.#canvas, this.#tip, this.#said);
    this.legend = el('div', { class: 'legend' });
    this.#resizes = new ResizeObserver(() => this.#layout());
    this.#resizes.observe(this.element);
    this.#stopTheme = onTheme(() => { this.#colours(); this.#all(); });
    this.#colours();
    this.#listen();
  }

  dispose() {
    this.#resizes.disconnect();
    this.#stopTheme();
    cancelAnimationFrame(this.#frame);
  }

  /** Other devices, or another metric: a new layout. */
  show(devices, metric) {
    this.#devices = devices;
    this.#metric = METRICS[metric] ?? METRICS.power;
    this.#canvas.setAttribute('aria-label',
      `${this.#metric.title} of ${devices.length} devices as a heat map. Arrow keys move, Enter opens the device. The table view has the same values.`);
    this.#stretch();
    this.#layout();
  }

  /** Devices whose values moved. */
  touch(devices) {
    if (this.#stretch()) { this.#all(); return; }
    for (const device of devices) {
      const at = this.#place.get(device.index);
      if (at !== undefined) this.#dirty.add(at);
    }
    this.#soon();
  }

  /** The legend's top only moves when the values leave it, or fill less than half of it. */
  #stretch() {
    let most = 0;
    for (const device of this.#devices) most = Math.max(most, this.#metric.value(device) ?? 0);
    if (most <= this.#top && most > this.#top * 0.45) return false;
    this.#top = niceAbove(most * 1.05);
    this.#drawLegend();
    return true;
  }

  #colours() {
    const heat = heatScale();
    this.#scale = Array.from({ length: STEPS }, (_, i) => {
      const mixed = heat(i / (STEPS - 1));
      return { fill: `rgb(${mixed.join(',')})`, ink: luminance(mixed) > 0.36 ? '#10161d' : '#ffffff' };
    });
    for (const name of ['surface', 'line', 'muted', 'text', 'focus', 'raised', 'warn', 'bad']) this.#paint[name] = colour(name);
    this.#drawLegend();
  }

  #layout() {
    const width = this.element.clientWidth;
    if (width === 0) return;
    const groups = grouped(this.#devices);
    this.#size = cellSize(this.#devices, width);
    const { width: cellWidth, height: cellHeight, perRow } = this.#size;
    const pointed = this.#cells[this.#cursor]?.device.id;
    this.#cells = [];
    this.#place.clear();
    this.#racks = [];
    let y = 0;
    for (const [rack, devices] of groups) {
      this.#racks.push({ name: rack, y, count: devices.length });
      y += RACK_HEIGHT;
      let x = 0;
      let inRow = 0;
      let node = null;
      for (const device of devices) {
        if (inRow === perRow) { x = 0; inRow = 0; y += cellHeight + 2; }
        if (node !== null && node !== device.node && x > 0) x += NODE_GAP;
        inRow++;
        this.#place.set(device.index, this.#cells.length);
        this.#cells.push({ device, x, y });
        x += cellWidth + 2;
        node = device.node;
      }
      y += cellHeight + 10;
    }
    if (pointed !== undefined) this.#cursor = this.#cells.findIndex((cell) => cell.device.id === pointed);
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(Math.max(1, y) * ratio);
    this.#canvas.style.setProperty('height', `${y}px`);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#all();
  }

  #all() {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    const context = this.#context;
    context.fillStyle = this.#paint.surface;
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    context.fillStyle = this.#paint.muted;
    context.font = '12px system-ui, sans-serif';
    for (const rack of this.#racks) context.fillText(`${rack.name} · ${rack.count}`, 0, rack.y + RACK_HEIGHT / 2 - 1);
    this.#cells.forEach((_, i) => this.#draw(i));
    this.#dirty.clear();
  }

  #soon() {
    if (this.#frame !== null || this.#dirty.size === 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = null;
      for (const at of this.#dirty) this.#draw(at);
      this.#dirty.clear();
    });
  }

  #draw(at) {
    const { device, x, y } = this.#cells[at];
    const { width, height } = this.#size;
    const context = this.#context;
    const value = this.#metric.value(device);
    context.fillStyle = this.#paint.surface;
    context.fillRect(x - 1, y - 1, width + 2, height + 2);
    const quiet = device.flags.includes('stale') || device.flags.includes('silent');
    let ink = this.#paint.text;
    if (value === null || device.quality === 'gap') {
      this.#hatch(x, y, width, height, width >= 44);
    } else {
      const step = this.#scale[Math.max(0, Math.min(STEPS - 1, Math.round((value / this.#top) * (STEPS - 1))))];
      context.fillStyle = step.fill;
      context.fillRect(x, y, width, height);
      ink = step.ink;
      if (quiet) this.#hatch(x, y, width, height, width >= 44);
    }
    this.#label(device, value, x, y, quiet || value === null ? this.#paint.text : ink);
    if (this.#focused && at === this.#cursor) {
      context.strokeStyle = this.#paint.text;
      context.lineWidth = 2;
      context.strokeRect(x, y, width, height);
    }
  }

  /** No new reading: hatched, so that it is seen without colour. */
  #hatch(x, y, width, height, faint) {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.fillStyle = this.#paint.raised;
    context.fillRect(x, y, width, height);
    context.strokeStyle = faint ? this.#paint.line : this.#paint.muted;
    context.lineWidth = faint ? 2 : 1;
    context.beginPath();
    for (let k = -height; k < width; k += 6) { context.moveTo(x + k, y + height); context.lineTo(x + k + height, y); }
    context.stroke();
    context.restore();
  }

  #label(device, value, x, y, ink) {
    const { width, height } = this.#size;
    const context = this.#context;
    const flag = ATTENTION.find((each) => device.flags.includes(each));
    context.fillStyle = ink;
    context.textBaseline = 'middle';
    if (width >= 44) {
      context.textAlign = 'left';
      context.font = '600 12px system-ui, sans-serif';
      const room = width - (flag && height < 40 ? 22 : 10);
      context.fillText(value === null ? 'no reading' : this.#metric.text(value), x + 5, y + height / 2 + (height >= 40 ? 8 : 0), room);
      if (height >= 40) {
        context.font = '11px system-ui, sans-serif';
        context.fillText(shortName(device), x + 6, y + height / 2 - 8, width - (flag ? 26 : 12));
      }
    }
    if (flag === undefined || width < 11) return;
    context.textAlign = 'right';
    context.font = `700 ${width >= 44 ? 12 : Math.min(11, width - 5)}px system-ui, sans-serif`;
    if (width >= 44) { context.fillText(FLAG_LETTERS[flag], x + width - 5, y + (height >= 40 ? height / 2 - 8 : height / 2)); return; }
    context.textAlign = 'center';
    context.fillText(FLAG_LETTERS[flag], x + width / 2, y + height / 2 + 0.5);
  }

  #drawLegend() {
    const stops = [0, 0.25, 0.5, 0.75, 1];
    const bar = el('canvas', { width: '160', height: '10', 'aria-hidden': 'true' });
    const context = bar.getContext('2d');
    this.#scale.forEach((step, i) => { context.fillStyle = step.fill; context.fillRect((i * 160) / STEPS, 0, 160 / STEPS + 1, 10); });
    put(this.legend,
      el('span', { class: 'legend-scale' }, el('span', { class: 'legend-title' }, this.#metric.title), bar,
        el('span', { class: 'legend-marks' }, stops.filter((s) => s !== 0.25 && s !== 0.75).map((s) => el('span', {}, s === 0 ? '0' : this.#metric.text(s * this.#top))))),
      el('span', { class: 'legend-key' }, el('span', { class: 'hatched', 'aria-hidden': 'true' }), 'no new reading'),
      ATTENTION.map((flag) => el('span', { class: 'legend-key' }, el('b', {}, FLAG_LETTERS[flag]), flag)));
  }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener('pointermove', (event) => this.#point(event));
    canvas.addEventListener('pointerleave', () => { this.#tip.hidden = true; });
    canvas.addEventListener('click', (event) => {
      const at = this.#at(event);
      if (at >= 0) this.#options.open(this.#cells[at].device);
    });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    canvas.addEventListener('focus', () => { this.#focused = true; this.#move(Math.max(0, this.#cursor)); });
    canvas.addEventListener('blur', () => { this.#focused = false; this.#tip.hidden = true; this.#redraw(this.#cursor); });
  }

  #at(event) {
    const box = this.#canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const { width, height } = this.#size;
    return this.#cells.findIndex((cell) => x >= cell.x && x < cell.x + width + 2 && y >= cell.y && y < cell.y + height + 2);
  }

  #point(event) {
    const at = this.#at(event);
    this.#canvas.classList.toggle('over', at >= 0);
    if (at < 0) this.#tip.hidden = true;
    else this.#showTip(at);
  }

  #showTip(at) {
    const cell = this.#cells[at];
    this.#tip.replaceChildren(...this.#options.describe(cell.device));
    this.#tip.hidden = false;
    const room = this.element.clientWidth - this.#tip.offsetWidth;
    this.#tip.style.setProperty('left', `${Math.max(0, Math.min(room, cell.x + this.#size.width / 2))}px`);
    this.#tip.style.setProperty('top', `${cell.y + this.#size.height + 6}px`);
  }

  #key(event) {
    if (this.#cells.length === 0) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.#cursor >= 0) this.#options.open(this.#cells[this.#cursor].device);
      return;
    }
    const to = this.#target(event.key);
    if (to === null) return;
    event.preventDefault();
    this.#move(to);
  }

  #target(key) {
    const last = this.#cells.length - 1;
    if (key === 'ArrowRight') return Math.min(last, this.#cursor + 1);
    if (key === 'ArrowLeft') return Math.max(0, this.#cursor - 1);
    if (key === 'Home') return 0;
    if (key === 'End') return last;
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
    const sign = key === 'ArrowDown' ? 1 : -1;
    const from = this.#cells[this.#cursor];
    const rows = this.#cells.map((cell) => cell.y).filter((y) => sign * (y - from.y) > 0);
    if (rows.length === 0) return null;
    const row = sign > 0 ? Math.min(...rows) : Math.max(...rows);
    let best = -1;
    this.#cells.forEach((cell, i) => {
      if (cell.y === row && (best < 0 || Math.abs(cell.x - from.x) < Math.abs(this.#cells[best].x - from.x))) best = i;
    });
    return best;
  }

  #move(to) {
    if (this.#cells.length === 0) return;
    const old = this.#cursor;
    this.#cursor = Math.min(to, this.#cells.length - 1);
    this.#redraw(old);
    this.#redraw(this.#cursor);
    this.#showTip(this.#cursor);
    this.#said.textContent = this.#tip.innerText.replaceAll('\n', ', ');
  }

  #redraw(at) {
    if (at < 0 || at >= this.#cells.length) return;
    this.#dirty.add(at);
    this.#soon();
  }
}

function grouped(devices) {
  const racks = new Map();
  const order = devices.slice().sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  for (const device of order) {
    const rack = device.rack ?? 'no rack';
    if (!racks.has(rack)) racks.set(rack, []);
    racks.get(rack).push(device);
  }
  return [...racks].sort((a, b) => a[0].localeCompare(b[0], 'en', { numeric: true }));
}

/** Few devices have room for words, many only for a mark; a row takes whole nodes where they fit. */
function cellSize(devices, width) {
  const count = devices.length;
  const [wished, height, most] = count <= 48 ? [112, 46, 160] : count <= 200 ? [54, 28, 130] : count <= 3000 ? (width > 1600 ? [24, 24, 30] : [18, 18, 24]) : [9, 9, 12];
  const sizes = new Map();
  for (const device of devices) sizes.set(device.node, (sizes.get(device.node) ?? 0) + 1);
  const perNode = Math.max(1, ...sizes.values());
  let perRow = Math.max(1, Math.floor((width + 2) / (wished + 2)));
  if (perRow > perNode) perRow -= perRow % perNode;
  const gaps = Math.ceil(perRow / perNode) * NODE_GAP;
  return { width: Math.max(8, Math.min(most, Math.floor((width - gaps) / perRow) - 2)), height, perRow };
}

export function shortName(device) {
  const vendorId = device.id.slice(device.id.indexOf('/') + 1);
  return `${device.node} ${vendorId.length > 8 ? '…' + vendorId.slice(-6) : vendorId}`;
}

function niceAbove(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((k) => k * power).find((k) => k >= value);
}

function luminance([r, g, b]) {
  const linear = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
