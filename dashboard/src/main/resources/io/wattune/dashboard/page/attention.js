// Who needs attention, by why. What stands there stays, so that a click never hits one that has just gone.

import { el, emptyBox, setText } from './dom.js';
import { arrange } from './order.js';
import { plural } from './format.js';
import { FLAG_WORDS } from './words.js';
import { deviceHref } from './route.js';

const LISTED = 200;
const OPEN_AT_FIRST = 6;

export class AttentionList {
  #groups = new Map();
  #nothing = emptyBox('Nothing needs attention.', 'Every device is fresh, calibrated, free to be tuned and as fast as its own settings.');
  #isFirst = true;
  element = el('div');

  /** groups: pairs of a flag and its devices, the worst first. */
  show(groups) {
    const nodes = groups.map(([flag, devices]) => this.#group(flag, devices));
    for (const flag of [...this.#groups.keys()]) if (!groups.some(([each]) => each === flag)) this.#groups.delete(flag);
    arrange(this.element, nodes.length === 0 ? [this.#nothing] : nodes);
    this.#isFirst = false;
  }

  #group(flag, devices) {
    let group = this.#groups.get(flag);
    if (group === undefined) {
      group = made(flag, this.#isFirst && devices.length <= OPEN_AT_FIRST);
      this.#groups.set(flag, group);
    }
    setText(group.count, plural(devices.length, 'device'));
    const listed = devices.slice(0, LISTED);
    const ids = new Set(listed.map((device) => device.id));
    for (const id of [...group.items.keys()]) if (!ids.has(id)) group.items.delete(id);
    arrange(group.list, listed.map((device) => itemOf(group.items, device.id)));
    const left = devices.length - listed.length;
    setText(group.more, left > 0 ? `and ${left} more: see the table of devices, sorted by state.` : '');
    return group.element;
  }
}

function made(flag, open) {
  const [word, why] = FLAG_WORDS[flag];
  const count = el('b');
  const list = el('ul', { class: 'links' });
  const more = el('p', { class: 'about' });
  const element = el('details', { class: `attention f-${flag}`, open, 'data-flag': flag }, el('summary', {}, count, ` ${word}`),
    el('p', { class: 'about' }, `${word[0].toUpperCase()}${word.slice(1)}: ${why}`), list, more);
  return { element, count, list, more, items: new Map() };
}

function itemOf(items, id) {
  let item = items.get(id);
  if (item === undefined) {
    item = el('li', {}, el('a', { href: deviceHref(id) }, id));
    items.set(id, item);
  }
  return item;
}
