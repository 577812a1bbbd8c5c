// What settings other than the own ones have saved: the same words on the control page and on a device's.

import { el, emptyBox, setText } from './dom.js';
import { deviceLink, nameNode, qualityMark, tile } from './parts.js';
import { Table } from './table.js';
import { duration, joules, moment, number, percent, plural, seconds, NONE } from './format.js';

const NOTHING = 'Nothing was compared yet: a kernel needs three invocations at own settings and some at others, a program three seconds.';

/** A change of performance with its standard error. */
function performance(part) {
  const error = part.performanceError;
  const known = part.performanceChange !== null && error !== null && error !== undefined;
  return `${change(part.performanceChange)}${known ? ` ± ${percent(error, 2)}` : ''}`;
}

/** A share with its sign: a loss must not read as a saving. */
export function change(ratio) {
  if (ratio === null || ratio === undefined) return percent(null);
  return `${ratio > 0 ? '+' : ratio < 0 ? '−' : ''}${percent(Math.abs(ratio), 2)}`;
}

export const savedTile = () => {
  const made = tile('Energy saved against own settings');
  made.element.id = 'saved-tile';
  return made;
};

export function showSavedTile(target, saved, nowMs) {
  const total = saved?.total;
  const since = saved ? `counted since ${moment(saved.sinceMs, nowMs)}` : '';
  if (!total || total.savedJoules === null) {
    setText(target.value, 'not known yet');
    setText(target.extra, [total?.notComparedSeconds > 0 ? `${seconds(total.notComparedSeconds)} not compared` : 'nothing was compared with own settings', since].join('; '));
    return;
  }
  setText(target.value, `${joules(total.savedJoules, total.errorJoules)} (${percent(total.share, 2)})`);
  setText(target.extra, `performance ${performance(total)}, over ${seconds(total.comparedSeconds)} compared; ${seconds(total.notComparedSeconds)} not compared; ${since}`);
}

/** By kernel or by device. */
export function savedTable(store, title, isDevice) {
  const first = isDevice
    ? { key: 'name', title, sort: (s) => s.name, node: (s) => deviceLink(s.name), version: (s) => s.name }
    : { key: 'name', title, sort: (s) => s.name, node: (s) => nameNode(s.name), version: (s) => s.name };
  return new Table({
    caption: `Energy saved by ${title.toLowerCase()}`, key: (s) => s.name, empty: NOTHING, columns: [
      first,
      { key: 'saved', title: 'Saved', numeric: true, text: (s) => (s.savedJoules === null ? 'not known' : joules(s.savedJoules, s.errorJoules)) },
      { key: 'share', title: 'Share', numeric: true, text: (s) => percent(s.share, 2) },
      { key: 'performance', title: 'Performance', numeric: true, text: (s) => performance(s) },
      { key: 'ed2', title: 'E T²', numeric: true, text: (s) => change(s.ed2Change) },
      { key: 'compared', title: 'Compared', numeric: true, text: (s) => (s.invocations === 0 ? 'nothing' : `${seconds(s.comparedSeconds)}, ${number(s.invocations)} times`) },
      { key: 'left', title: 'Not compared', long: true, node: (s) => leftNode(s), version: (s) => JSON.stringify(s.notCompared) },
      { key: 'reference', title: 'Own settings', numeric: true, text: (s) => `${seconds(s.ownSeconds)}${s.referenceMs === null ? '' : `, last ${duration(Math.max(0, store.nowMs() - s.referenceMs))} ago`}` },
      { key: 'quality', title: 'Quality', node: (s) => (s.quality === null ? el('span', {}, NONE) : qualityMark(s.quality)), version: (s) => s.quality },
    ],
  });
}

function leftNode(part) {
  if (part.notCompared.length === 0) return el('span', {}, 'none');
  return part.notCompared.map((each) => el('span', { class: 'labels' }, `${seconds(each.seconds)}: ${each.what}`));
}

/** What is said beside the tables. */
export function savedNotes(saved, nowMs) {
  const dropped = saved.dropped > 0 ? ` ${plural(saved.dropped, 'record')} came too late or had no room.` : '';
  return el('p', { class: 'about' },
    `Counted since ${moment(saved.sinceMs, nowMs)}; what was before this dashboard read is not in it. Measured energy against what the same work took at own settings, on the same device; ± is one standard error, an upper bound, and wide while a device is uncalibrated or its sensor cannot resolve its kernels.`
    + ` A kernel or program whose work has changed since it last ran at own settings is compared with what it was then.${dropped}`);
}

export const nothingSaved = () => emptyBox('Nothing was compared yet.', NOTHING);
