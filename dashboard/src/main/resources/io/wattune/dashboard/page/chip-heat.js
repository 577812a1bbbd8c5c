// How hot each block of a chip is: its floor plan, coloured, a few seconds behind so that it moves second by second.

import { el, emptyBox, put } from './dom.js';
import { heatScale, onTheme } from './theme.js';
import { clock } from './format.js';
import { Table } from './table.js';

const SVG = 'http://www.w3.org/2000/svg';
const BEHIND_MS = 4000;

const DOUBTS = {
  never: 'its sensor has shown no temperature yet', stale: 'its sensor has shown none for too long', frozen: 'its sensor stands still while the power moves',
  absurd: 'what its sensor shows cannot be', 'no-power': 'there is no power to go by',
};

const degrees = (value, error) => `${value.toFixed(1)}${error === undefined ? '' : ` ± ${error.toFixed(1)}`} °C`;

export class ChipHeat {
  #body;
  #answer = null;
  #built = '';
  #rects = [];
  #titles = [];
  #note = el('p', { class: 'about' });
  #map = el('div', { class: 'chip-heat' });
  #legend = el('div', { class: 'legend' });
  #table = null;
  #shown = '';
  #stopTheme;

  constructor(body) {
    this.#body = body;
    this.#stopTheme = onTheme(() => { this.#shown = ''; this.tick(Infinity); });
  }

  dispose() {
    this.#stopTheme();
  }

  show(answer, nowMs) {
    this.#answer = answer && answer.blocks.length > 0 ? answer : null;
    if (this.#answer === null) {
      this.#built = '';
      this.#body.replaceChildren(emptyBox('No temperatures.', answer
        ? `${DOUBTS[answer.doubt] ? `Not known: ${DOUBTS[answer.doubt]}. ` : ''}By its power alone the hot spot ${answer.hotSpot} is ${answer.hotSpotAboveSensorKelvin.toFixed(1)} ± ${answer.hotSpotAboveSensorErrorKelvin.toFixed(1)} K above the sensor.`
        : 'It takes the components job, power, and a temperature among the counters.'));
      return;
    }
    const key = answer.blocks.map((b) => [b.name, b.left, b.bottom, b.width, b.height].join()).join(';');
    if (key !== this.#built) this.#build(key);
    this.#note.textContent = `Hot spot ${answer.hotSpot}: ${answer.hotSpotAboveSensorKelvin.toFixed(1)} ± ${answer.hotSpotAboveSensorErrorKelvin.toFixed(1)} K above the sensor, `
      + `which is at ${degrees(answer.sensorCelsius, answer.sensorErrorCelsius)}${answer.sensorBlock ? ` in ${answer.sensorBlock}` : ', nobody knows where on the chip'}; ${answer.quality}, at ${clock(answer.atMs)}. `
      + (answer.planGiven ? `Floor plan ${answer.plan}.` : 'The floor plan is a generic one of the size of this device\'s power, not this chip\'s: give one with wattune jobs --floor-plan.')
      + ' ± is one standard error.';
    this.#table.update([...answer.blocks].sort((a, b) => b.celsius - a.celsius));
    this.#shown = '';
    this.tick(nowMs);
  }

  /** Draws the second that is due. */
  tick(nowMs) {
    const answer = this.#answer;
    if (answer === null || this.#built === '') return;
    const due = answer.frames.filter((frame) => frame.atMs <= nowMs - BEHIND_MS);
    const frame = due[due.length - 1] ?? answer.frames[answer.frames.length - 1];
    const all = answer.frames.flatMap((each) => each.celsius);
    const low = Math.floor(Math.min(...all) / 5) * 5;
    const high = Math.max(low + 5, Math.ceil(Math.max(...all) / 5) * 5);
    const key = `${frame.atMs} ${low} ${high}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const heat = heatScale();
    const fill = (share) => `rgb(${heat(share).join(', ')})`;
    frame.celsius.forEach((celsius, k) => {
      this.#rects[k].setAttribute('fill', fill((celsius - low) / (high - low)));
      this.#titles[k].textContent = `${answer.blocks[k].name}: ${degrees(celsius, answer.blocks[k].errorCelsius)}`;
    });
    const bar = document.createElementNS(SVG, 'svg');
    bar.setAttribute('class', 'chip-scale');
    bar.setAttribute('viewBox', '0 0 64 4');
    bar.setAttribute('preserveAspectRatio', 'none');
    for (let k = 0; k < 64; k++) bar.append(rect(k, 0, 1.05, 4, fill(k / 63)));
    put(this.#legend, el('span', { class: 'legend-scale' }, el('span', { class: 'legend-title' }, `Temperature (°C) at ${clock(frame.atMs)}`), bar,
      el('span', { class: 'legend-marks' }, [low, (low + high) / 2, high].map((each) => el('span', {}, `${each} °C`)))));
  }

  #build(key) {
    const { blocks } = this.#answer;
    this.#built = key;
    const width = Math.max(...blocks.map((b) => b.left + b.width));
    const height = Math.max(...blocks.map((b) => b.bottom + b.height));
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `Floor plan of ${blocks.length} blocks, ${width.toFixed(1)} by ${height.toFixed(1)} mm, coloured by temperature; the table below has the numbers.`);
    this.#titles = [];
    this.#rects = blocks.map((b) => {
      const node = rect(b.left, height - b.bottom - b.height, b.width, b.height, 'none');
      const title = document.createElementNS(SVG, 'title');
      node.append(title);
      this.#titles.push(title);
      svg.append(node);
      return node;
    });
    this.#map.replaceChildren(svg);
    this.#table = new Table({
      caption: 'Blocks', key: (b) => b.name, columns: [
        { key: 'name', title: 'Block', text: (b) => b.name },
        { key: 'celsius', title: 'Temperature', numeric: true, text: (b) => degrees(b.celsius, b.errorCelsius) },
      ],
    });
    this.#body.replaceChildren(this.#note, this.#map, this.#legend, el('details', { class: 'as-table' }, el('summary', {}, 'Blocks as a table'), this.#table.element));
  }
}

function rect(x, y, width, height, fill) {
  const node = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height, fill })) node.setAttribute(name, value);
  return node;
}
