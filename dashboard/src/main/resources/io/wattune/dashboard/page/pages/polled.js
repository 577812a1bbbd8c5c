// A page of tiles and panels that asks one question again and again while it is shown.

import { el, showProblem } from '../dom.js';
import { Asker } from '../api.js';

/** Whoever extends it has build(), which returns what the page shows, address() and answered(answer). */
export class PolledPage {
  #asker = new Asker();
  #dueAt = 0;
  #title;
  #everyMs;
  #isBuilt = false;
  #problem = el('div');

  constructor(root, context, title, everyMs) {
    this.root = root;
    this.context = context;
    this.route = null;
    this.#title = title;
    this.#everyMs = everyMs;
  }

  show(route) {
    this.route = route;
    document.title = `${this.#title} · Wattune`;
    if (!this.#isBuilt) this.root.replaceChildren(el('h1', { class: 'unseen' }, this.#title), this.#problem, ...this.build());
    this.#isBuilt = true;
    this.routed();
    this.refresh();
  }

  /** The route is another one. */
  routed() {}

  tick() {
    if (!document.hidden && performance.now() >= this.#dueAt) this.refresh();
  }

  /** Asks in a moment: more may have happened by then. */
  soon() {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + 300);
  }

  leave() {
    this.#asker.stop();
  }

  async refresh() {
    this.#dueAt = performance.now() + this.#everyMs;
    try {
      const answer = await this.#asker.ask(this.address());
      if (answer === null) return;
      showProblem(this.#problem, null);
      this.answered(answer);
    } catch (e) {
      showProblem(this.#problem, e, () => this.refresh());
    }
    this.settled();
  }

  /** There is an answer, or a problem. */
  settled() {}
}

/** Tiles side by side, by name. */
export function tileRow(tiles) {
  return el('div', { class: 'tiles' }, Object.values(tiles).map((each) => each.element));
}
