// A table that sorts by any column, and that touches only the cells whose text changed.

import { el, setText } from './dom.js';

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

  constructor({ caption, columns, key, sort = null, onSort = null, empty = 'Nothing to show.' }) {
    this.#columns = columns;
    this.#key = key;
    this.#sort = sort;
    this.#empty = el('p', { class: 'quiet-note', hidden: true }, empty);
    const head = el('tr', {}, columns.map((column) => this.#head(column, onSort)));
    this.element = el('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': caption },
      el('table', {}, el('caption', { class: 'unseen' }, caption), el('thead', {}, head), this.#body), this.#empty);
    this.#showSort();
  }

  set sort(value) {
    this.#sort = value;
    this.#showSort();
  }

  update(rows) {
    const order = this.#sorted(rows);
    const seen = new Set();
    let at = this.#body.firstElementChild;
    for (const row of order) {
      const key = this.#key(row);
      if (seen.has(key)) continue;
      seen.add(key);
      const line = this.#line(key, row);
      if (line.tr === at) at = at.nextElementSibling;
      else this.#body.insertBefore(line.tr, at);
    }
    for (const [key, line] of this.#rows) {
      if (!seen.has(key)) { line.tr.remove(); this.#rows.delete(key); }
    }
    this.#empty.hidden = order.length > 0;
    this.element.classList.toggle('is-empty', order.length === 0);
  }

  /** New text for one row, where it stands. */
  touch(row) {
    if (this.#rows.has(this.#key(row))) this.#line(this.#key(row), row);
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

  #line(key, row) {
    let line = this.#rows.get(key);
    if (line === undefined) {
      const cells = this.#columns.map((column) => el('td', { class: column.numeric ? 'number' : column.long ? 'long' : null }));
      line = { tr: el('tr', {}, cells), cells, versions: [] };
      this.#rows.set(key, line);
    }
    this.#columns.forEach((column, i) => {
      if (column.node === undefined) { setText(line.cells[i], column.text(row)); return; }
      const version = column.version ? column.version(row) : undefined;
      if (version !== undefined && line.versions[i] === version) return;
      line.versions[i] = version;
      const node = column.node(row);
      line.cells[i].replaceChildren(...(node === null ? [] : [node].flat()));
    });
    return line;
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
