// A panel with power over time: asks for its points, draws them, and asks again while the view is live.

import { panel, errorBox, emptyBox, setText, csvLink } from './dom.js';
import { Asker } from './api.js';
import { bounds, fixedQuery } from './range.js';
import { ChartHost, powerOption } from './time-chart.js';
import { duration, watts } from './format.js';

const FASTEST_MS = 1000;
const SLOWEST_MS = 60e3;

export class PowerPanel {
  #asker = new Asker();
  #context;
  #range = null;
  #address;
  #model;
  #dueAt = 0;
  #drawn = false;
  #body;
  #csv;
  #about;
  #help;

  /** address(fromMs, toMs) gives the question, model(answer) what is drawn: {series, lines, marks, stepMs, empty}. */
  constructor(context, title, { id, about, tools = [], height = 'tall', address, model }) {
    this.#context = context;
    this.#address = address;
    this.#model = model;
    this.#csv = csvLink('#', title);
    const { section, body } = panel(title, { unit: 'W', id, about, tools: [...tools, this.#csv], span: 'wide' });
    this.section = section;
    this.#body = body;
    this.#about = title;
    this.#help = about;
    this.chart = new ChartHost(title, height, (fromMs, toMs) => context.router.set(fixedQuery(fromMs, toMs)));
  }

  show(range) {
    this.#range = range;
    this.#dueAt = 0;
    this.refresh();
  }

  /** Called once a second; a fixed range is asked for once. */
  tick() {
    if (this.#range?.live && !document.hidden && performance.now() >= this.#dueAt) this.refresh();
  }

  async refresh() {
    const range = this.#range;
    const { fromMs, toMs } = bounds(range, this.#context.store.nowMs());
    const length = toMs - fromMs;
    this.#dueAt = performance.now() + Math.max(FASTEST_MS, Math.min(SLOWEST_MS, length / 450));
    const address = this.#address(Math.round(fromMs), Math.round(toMs), this.#points());
    this.#csv.href = address + '&format=csv';
    try {
      const answer = await this.#asker.ask(address);
      if (answer !== null) this.#draw(answer, fromMs, toMs);
    } catch (e) {
      if (!this.#drawn || !range.live) this.#put(errorBox(e, () => this.refresh()));
    }
  }

  dispose() {
    this.#asker.stop();
    this.chart.dispose();
  }

  #points() {
    const width = this.chart.element.clientWidth || this.#body.clientWidth || 900;
    return Math.max(120, Math.min(1000, Math.round(width * 0.8)));
  }

  #draw(answer, fromMs, toMs) {
    const model = this.#model(answer);
    setText(this.section.querySelector('.about'), answer.note ?? this.#help);
    if (model.series.every((each) => each.points.length === 0) && (model.lines ?? []).every((each) => each.points.length === 0)) {
      this.#put(emptyBox('No power in this time.', model.empty ?? 'Choose another time range, or wait for the first readings.'));
      return;
    }
    if (!this.chart.element.isConnected) this.#put(this.chart.element);
    const from = answer.fromMs ?? fromMs;
    const to = answer.toMs ?? toMs;
    this.chart.draw(() => powerOption({ ...this.#model(answer), fromMs: from, toMs: to }), { fromMs: from, toMs: to });
    this.chart.describe(this.#words(model, to - from));
    this.#drawn = true;
  }

  #words(model, length) {
    const values = model.series.flatMap((each) => each.points).filter((point) => point[1] !== null);
    if (values.length === 0) return `${this.#about}: no value in ${duration(length)}.`;
    const means = values.map((point) => point[1]);
    const last = values[values.length - 1];
    return `${this.#about} over ${duration(length)}: from ${watts(Math.min(...means))} to ${watts(Math.max(...means))}, newest ${watts(last[1], last[4])}. Download as CSV for the values.`;
  }

  #put(node) {
    this.#drawn = node === this.chart.element;
    this.#body.replaceChildren(node);
  }
}
