// The time range of a view. Live: the last so-and-so long; fixed: from and to. It lives in the query string.

export const PRESETS = [['5m', 300e3], ['15m', 900e3], ['1h', 3600e3], ['6h', 21600e3], ['24h', 86400e3], ['7d', 604800e3]];
const DEFAULT = '15m';
const SHORTEST_MS = 1000;

/** As far as the server answers. */
const LONGEST_MS = 366 * 86400e3;

/** A date that can still be written; what is later is no time of ours. */
const LATEST_MS = 4e12;

function instant(text) {
  if (text === null || text === '') return NaN;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text);
}

/** {live, key, lengthMs} or {live: false, fromMs, toMs}; what cannot be read is the default. */
export function rangeOf(params) {
  const fromMs = instant(params.get('from'));
  const toMs = instant(params.get('to'));
  if (fromMs >= 0 && toMs > fromMs && toMs <= LATEST_MS) return { live: false, fromMs, toMs };
  const preset = PRESETS.find(([key]) => key === params.get('range')) ?? PRESETS.find(([key]) => key === DEFAULT);
  return { live: true, key: preset[0], lengthMs: preset[1] };
}

/** The range as from and to at a moment. */
export function bounds(range, nowMs) {
  return range.live ? { fromMs: nowMs - range.lengthMs, toMs: nowMs } : { fromMs: range.fromMs, toMs: range.toMs };
}

export function liveQuery(key) {
  return { range: key === DEFAULT ? null : key, from: null, to: null };
}

/** Around the same middle at least a second, at most what the server answers, and not before 1970. */
export function fixedQuery(fromMs, toMs) {
  const middle = Math.min(Math.max(0, (fromMs + toMs) / 2), LATEST_MS);
  const half = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, toMs - fromMs)) / 2;
  const from = Math.max(0, Math.round(middle - half));
  const to = Math.min(LATEST_MS, Math.max(from + SHORTEST_MS, Math.round(middle + half)));
  return { range: null, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The range moved by a share of its length, or made longer by a factor. */
export function shifted(range, nowMs, share) {
  const { fromMs, toMs } = bounds(range, nowMs);
  const by = (toMs - fromMs) * share;
  return toMs + by >= nowMs && range.live ? null : fixedQuery(fromMs + by, toMs + by);
}

export function scaled(range, nowMs, factor) {
  const { fromMs, toMs } = bounds(range, nowMs);
  const middle = (fromMs + toMs) / 2;
  const half = ((toMs - fromMs) * factor) / 2;
  return fixedQuery(middle - half, Math.min(middle + half, nowMs));
}
