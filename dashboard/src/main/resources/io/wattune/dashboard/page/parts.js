// What several pages show alike.

import { el } from './dom.js';
import { deviceHref } from './route.js';
import { clock, duration, moment, percent, setting as settingValue, watts, NONE } from './format.js';
import { ATTENTION, FLAG_WORDS, OUTCOMES, QUALITY_WORDS } from './words.js';
import { releaseButton } from './hold.js';

export function tile(title, note = null) {
  const value = el('p', { class: 'tile-value' }, NONE);
  const extra = el('p', { class: 'tile-note' }, note ?? '');
  return { element: el('div', { class: 'tile' }, el('h3', {}, title), value, extra), value, extra };
}

/** The quality in words, with a mark that differs in shape too. */
export function qualityMark(quality) {
  if (quality === null || quality === undefined) return el('span', { class: 'quality' }, NONE);
  return el('span', { class: `quality q-${quality}`, title: QUALITY_WORDS[quality] ?? quality }, quality);
}

/** Of which quality a sum is: the share of each, where several make it up and that is known; else the worst. */
export function qualityShares(row) {
  const shares = Object.entries(row.qualityShares ?? {}).filter(([, share]) => share >= 0.001);
  if (shares.length === 1) return qualityMark(shares[0][0]);
  if (shares.length === 0) return qualityMark(row.quality);
  return el('span', { class: 'quality-shares' }, shares.map(([quality, share]) => [qualityMark(quality), ` ${percent(share, 2)} `]).flat());
}

export function flagMarks(flags) {
  return flags.map((flag) => el('span', { class: `flag f-${flag}`, title: FLAG_WORDS[flag]?.[1] ?? flag }, FLAG_WORDS[flag]?.[0] ?? flag));
}

export function deviceLink(id) {
  return el('a', { href: deviceHref(id), class: 'device-link' }, id);
}

/** A kernel's name may be longer than a page is wide: the whole of it shows under the pointer. */
export function nameNode(name) {
  return el('span', { class: 'name', title: name }, name);
}

/** What a heat map's cell says. */
export function deviceWords(device) {
  return [
    el('p', {}, el('b', {}, device.id)),
    el('p', {}, device.powerWatts === null ? 'no reading' : `${watts(device.powerWatts, device.errorWatts)}, ${device.quality}`),
    el('p', {}, `${device.model}${device.activity ? `, runs ${device.activity}` : ''}`),
    device.flags.length ? el('p', {}, device.flags.join(', ')) : null,
  ].filter((node) => node !== null);
}

export const attentionOf = (device) => ATTENTION.find((flag) => device.flags.includes(flag)) ?? null;

export function settingsText(settings) {
  const entries = Array.isArray(settings) ? settings.map((each) => [each.tunable ?? each.name, each]) : Object.entries(settings ?? {});
  return entries.map(([name, setting]) => `${name} ${settingValue(setting.value, setting.unit)}`).join(', ');
}

export function configurationsNode(configurations) {
  if (!configurations || configurations.length === 0) return el('span', { class: 'about' }, 'claim, no settings');
  return el('ul', { class: 'plain' }, configurations.map((each) => el('li', {},
    each.activity ? [el('b', {}, each.activity), ': '] : null, settingsText(each.settings) || 'own settings')));
}

export function outcomeMark(outcome) {
  const [word, what, tone] = OUTCOMES[outcome] ?? [outcome, '', ''];
  return el('span', { class: `mark ${tone}`, title: what }, word);
}

function reasonNode(decision) {
  const answered = decision.outcomeReason && decision.outcomeReason !== 'ok' ? el('span', { class: 'labels' }, `answered: ${decision.outcomeReason}`) : null;
  const words = decision.what ? `${decision.reason}: ${decision.what}` : decision.reason;
  const detail = decision.detail ? el('span', { class: 'labels' }, decision.detail) : null;
  return [el('span', {}, words), detail, answered].filter(Boolean);
}

/** Columns of decisions, for the control page and for one device. */
export function decisionColumns(store, withDevice) {
  return [
    { key: 'time', title: 'Time', sort: (d) => d.ms, text: (d) => moment(d.ms, store.nowMs()) },
    withDevice ? { key: 'device', title: 'Device', sort: (d) => d.device ?? d.node, node: (d) => (d.device ? deviceLink(d.device) : el('span', {}, d.node)), version: (d) => d.device } : null,
    { key: 'outcome', title: 'Outcome', sort: (d) => d.outcome, node: (d) => outcomeMark(d.outcome), version: (d) => d.outcome },
    { key: 'why', title: 'Reason', long: true, sort: (d) => d.reason, node: (d) => reasonNode(d), version: (d) => `${d.reason} ${d.detail} ${d.outcomeReason}` },
    { key: 'settings', title: 'Settings', long: true, node: (d) => configurationsNode(d.configurations), version: (d) => JSON.stringify(d.configurations) },
    { key: 'lease', title: 'Lease', numeric: true, sort: (d) => d.leaseMs, text: (d) => duration(d.leaseMs || null) },
    { key: 'latency', title: 'Answered after', numeric: true, sort: (d) => d.latencyMs, text: (d) => duration(d.latencyMs) },
    { key: 'quality', title: 'Based on', sort: (d) => d.quality, node: (d) => qualityMark(d.quality), version: (d) => d.quality },
    { key: 'policy', title: 'Policy', sort: (d) => d.policy, text: (d) => d.policy },
  ].filter((column) => column !== null);
}

export const decisionKey = (d) => `${d.device ?? d.node}/${d.epoch}/${d.sequence}`;

export function holdColumns(context) {
  const { store } = context;
  return [
    { key: 'scope', title: 'What', sort: (h) => h.scope, text: (h) => h.scope },
    { key: 'target', title: 'Which', sort: (h) => h.target, node: (h) => (h.scope === 'device' ? deviceLink(h.target) : el('span', {}, h.target || 'everything')), version: (h) => h.target },
    { key: 'at', title: 'Held at', text: (h) => h.settings ?? 'own settings' },
    { key: 'until', title: 'Until', sort: (h) => h.untilMs, text: (h) => untilText(h, store.nowMs()) },
    { key: 'by', title: 'By', sort: (h) => h.by, text: (h) => h.by },
    { key: 'why', title: 'Why', long: true, text: (h) => h.reason },
    { key: 'release', title: 'End it', node: (h) => releaseButton(context, h), version: (h) => h.id },
  ];
}

function untilText(hold, nowMs) {
  if (hold.untilMs === null || hold.untilMs > 8.64e15) return 'until released';
  return `${moment(hold.untilMs, nowMs)} (${duration(Math.max(0, hold.untilMs - nowMs))} left)`;
}

export const timeTag = (ms) => (ms === null || ms === undefined ? NONE : clock(ms, true));

/** A list of words and values. */
export function facts(pairs) {
  return el('dl', { class: 'facts' }, pairs.filter((pair) => pair !== null).map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}
