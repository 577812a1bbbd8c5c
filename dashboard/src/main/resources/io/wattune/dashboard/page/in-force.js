// What is in force at a device, as read back, and where its work is known from: in words.

import { el } from './dom.js';
import { moment } from './format.js';

const WORK = {
  program: 'from the program itself', server: "from a server's counter", progress: 'from progress lines of a command',
  counters: "from the device's own counters, estimated",
};

/** Nothing that is only wished for is said to be in force. */
export function inForceNodes(detail, nowMs) {
  const notes = [];
  const force = detail.inForce;
  if (force) {
    if (force.sinceMs !== null) {
      notes.push(['In force, as read back', ` since ${moment(force.sinceMs, nowMs)}`, force.activity === null ? ': the default configuration.' : `: the configuration of ${force.activity}.`]);
    }
    for (const each of force.differences) notes.push(['Not as wished', `: ${each.what}${force.sinceMs === null ? '' : `, since ${moment(force.sinceMs, nowMs)}`}.`]);
    if (force.pending.length > 0) notes.push(['Pending, not in force', `: no activity of ${force.pending.join(', ')} has run since the decision.`]);
    if (force.overdue) notes.push([force.readBackMs === null ? 'Not read back yet' : `Not read back since ${moment(force.readBackMs, nowMs)}`, ", though a lease runs: see the writer's log."]);
  }
  if (detail.heatGuard) notes.push([`Kept below ${detail.heatGuard.limitCelsius} °C`, `: ${detail.heatGuard.what}`]);
  if (detail.workSignal) notes.push(['Work is known', ` ${WORK[detail.workSignal] ?? detail.workSignal}.`]);
  else if (detail.device.flags.includes('no-work')) notes.push(['Measured, not tuned', ": nothing reports work. Let the program report it, name a server's counter, or read progress lines: docs/measuring.md, Work."]);
  return notes.map(([title, ...rest]) => el('p', { class: 'about' }, el('b', {}, title), rest.join('')));
}
