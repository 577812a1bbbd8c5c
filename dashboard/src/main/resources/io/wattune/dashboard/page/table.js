// A table that sorts by any column, and that touches only the cells whose text changed. One with many rows that
// move (live) keeps its columns' widths and writes only the rows in sight; the others when they come into sight.

import { el, setText } from './dom.js';
import { arrange } from './order.js';

/**
 * columns: {key, title, unit, numeric, sort(row), text(row)} or {..., node(row), version(row)}: a node is
 * made anew only where its version changed. Sort state comes from and goes to the caller.
 */
export class Table {
  #columns;
  #key;
  #rows = new Map();
  #body = el('tbody');
  #heads = new Map();
  #sort;
  #empty;
  #table;
  #live;
  #rowHeight = 0;
  #height = 0;
  #pressed = false;
  #waiting = null;

  constructor({ caption, columns, key, sort = null, onSort = null, empty = 'Nothing to show.', live = false }) {
    this.#live = live;
    this.#columns = columns;
    this.#key = key;
    this.#sort = sort;
    this.#empty = el('p', { class: 'quiet-note', hidden: true }, empty);
    const head = el('tr', {}, columns.map((column) => this.#head(column, onSort)));
    this.#table = el('table', {}, el('caption', { class: 'unseen' }, caption), el('thead', {}, head), this.#body);
    this.element = el('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': caption }, this.#table, this.#empty);
    if (live) this.element.addEventListener('scroll', () => requestAnimationFrame(() => this.#catchUp()), { passive: true });
    this.#body.addEventListener('pointerdown', () => {
      this.#pressed = true;
      const over = new AbortController();
      const end = () => { over.abort(); this.#released(); };
      for (const event of ['pointerup', 'pointercancel']) addEventListener(event, end, { signal: over.signal });
    });
    this.#showSort();
  }

  set sort(value) {
    this.#sort = value;
    this.#showSort();
  }

  /** While a button is held on it, no row moves: the click must end on what it began on. */
  update(rows) {
    if (this.#pressed) { this.#waiting = rows; return; }
    const order = this.#sorted(rows);
    const sight = this.#sight();
    const seen = new Set();
    const lines = [];
    for (const row of order) {
      const key = this.#key(row);
      if (seen.has(key)) continue;
      seen.add(key);
      lines.push(this.#line(key, row, seen.size - 1, sight).tr);
    }
    for (const key of [...this.#rows.keys()]) if (!seen.has(key)) this.#rows.delete(key);
    arrange(this.#body, lines);
    this.#empty.hidden = order.length > 0;
    this.element.classList.toggle('is-empty', order.length === 0);
    if (this.#live) this.#steady();
  }

  /** The click comes after the button is let go. */
  #released() {
    setTimeout(() => {
      this.#pressed = false;
      const rows = this.#waiting;
      this.#waiting = null;
      if (rows !== null) this.update(rows);
    });
  }

  /** New text for some rows, where they stand. Sight is asked once: between writes it would cost a layout each. */
  touch(rows) {
    const sight = this.#sight();
    for (const row of rows) {
      const key = this.#key(row);
      const line = this.#rows.get(key);
      if (line !== undefined) this.#line(key, row, line.at, sight);
    }
  }

  /** The first and last place that is in sight, with some to spare. */
  #sight() {
    if (!this.#live || this.#rowHeight === 0) return [0, Infinity];
    const first = this.element.scrollTop / this.#rowHeight;
    return [first - 10, first + this.#height / this.#rowHeight + 20];
  }

  #catchUp() {
    const sight = this.#sight();
    for (const line of this.#rows.values()) if (line.late && line.at >= sight[0] && line.at <= sight[1]) this.#fill(line);
  }

  /** Fixes the columns at the widths that they have, so that a longer number does not lay out every row again. */
  #steady() {
    const first = this.#body.firstElementChild;
    if (first === null || this.#rowHeight > 0 || this.element.clientWidth === 0) return;
    this.#rowHeight = first.offsetHeight;
    this.#height = this.element.clientHeight;
    const heads = [...this.#heads.values()];
    const widths = heads.map((head) => head.offsetWidth);
    heads.forEach((head, i) => head.style.setProperty('width', `${widths[i]}px`));
    this.#table.classList.add('steady');
  }

  #head(column, onSort) {
    const title = [column.title, column.unit ? el('span', { class: 'unit' }, ` (${column.unit})`) : null];
    const sortable = onSort !== null && column.sort !== undefined;
    const th = el('th', { scope: 'col', class: column.numeric ? 'number' : null },
      sortable ? el('button', { type: 'button', class: 'sort', onclick: () => onSort(this.#turned(column)) }, title) : title);
    this.#heads.set(column.key, th);
    return th;
  }

  #turned(column) {
    const down = '-' + column.key;
    if (this.#sort === down) return column.key;
    if (this.#sort === column.key) return down;
    return column.numeric ? down : column.key;
  }

  #showSort() {
    for (const [key, th] of this.#heads) {
      if (this.#sort === key) th.setAttribute('aria-sort', 'ascending');
      else if (this.#sort === '-' + key) th.setAttribute('aria-sort', 'descending');
      else th.removeAttribute('aria-sort');
    }
  }

  #sorted(rows) {
    const name = this.#sort?.replace(/^-/, '');
    const column = this.#columns.find((each) => each.key === name && each.sort !== undefined);
    if (column === undefined) return rows;
    const sign = this.#sort.startsWith('-') ? -1 : 1;
    return rows.slice().sort((a, b) => {
      const left = column.sort(a);
      const right = column.sort(b);
      if (left === null || left === undefined) return right === null || right === undefined ? 0 : 1;
      if (right === null || right === undefined) return -1;
      return sign * (typeof left === 'number' ? left - right : String(left).localeCompare(String(right), 'en', { numeric: true }));
    });
  }

  #line(key, row, at, sight) {
    let line = this.#rows.get(key);
    const isNew = line === undefined;
    if (line === undefined) {
      const cells = this.#columns.map((column) => el('td', { class: column.numeric ? 'number' : column.long ? 'long' : null }));
      line = { tr: el('tr', {}, cells), cells, versions: [], at, row, late: true };
      this.#rows.set(key, line);
    }
    line.at = at;
    line.row = row;
    line.late = true;
    if (isNew || (at >= sight[0] && at <= sight[1])) this.#fill(line);
    return line;
  }

  #fill(line) {
    const row = line.row;
    line.late = false;
    this.#columns.forEach((column, i) => {
      if (column.node === undefined) { setText(line.cells[i], column.text(row)); return; }
      const version = column.version ? column.version(row) : undefined;
      if (version !== undefined && line.versions[i] === version) return;
      line.versions[i] = version;
      const node = column.node(row);
      line.cells[i].replaceChildren(...(node === null ? [] : [node].flat()));
    });
  }
}

/** The sort of one table out of "energy:-share,devices:name". */
export function sortOf(params, table, otherwise) {
  for (const part of (params.get('sort') ?? '').split(',')) {
    const [name, value] = part.split(':');
    if (name === table && value) return value;
  }
  return otherwise;
}

export function sortQuery(params, table, value) {
  const parts = (params.get('sort') ?? '').split(',').filter((part) => part && !part.startsWith(table + ':'));
  return { sort: [...parts, `${table}:${value}`].join(',') };
}
