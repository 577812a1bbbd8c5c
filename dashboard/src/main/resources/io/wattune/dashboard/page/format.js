// Numbers and times for people: units always, errors as ±, absent values as words.

export const QUALITIES = ['measured', 'corrected', 'estimated', 'gap', 'invalid'];

const PREFIXES = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ']];
export const NONE = '–';

/** The prefix in which a magnitude has one to three digits before the point. */
export function prefixOf(magnitude) {
  const size = Math.abs(magnitude);
  if (!(size > 0)) return [1, ''];
  return PREFIXES.find(([factor]) => size >= factor * 0.9995) ?? PREFIXES[PREFIXES.length - 1];
}

function decimalsFor(size, digits) {
  if (!(size > 0)) return 1;
  return Math.max(0, Math.min(6, digits - 1 - Math.floor(Math.log10(size) + 1e-9)));
}

/** "123.4 ± 2.1 W"; the error has two digits, and no more decimals than the value. */
export function quantity(value, error, unit, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const [factor, prefix] = prefixOf(value !== 0 ? value : error ?? 1);
  const shown = value / factor;
  let decimals = decimalsFor(Math.abs(shown), digits);
  if (error === null || error === undefined || !Number.isFinite(error)) {
    return `${shown.toFixed(decimals)} ${prefix}${unit}`.trim();
  }
  const shownError = error / factor;
  decimals = Math.min(decimals, decimalsFor(shownError, 2));
  const smallest = 10 ** -decimals;
  const errorText = shownError > 0 && shownError < smallest / 2 ? `<${smallest.toFixed(decimals)}` : shownError.toFixed(decimals);
  return `${shown.toFixed(decimals)} ± ${errorText} ${prefix}${unit}`.trim();
}

export const watts = (value, error) => quantity(value, error, 'W');
export const joules = (value, error) => quantity(value, error, 'J');

export function kilowattHours(value) {
  return value === null || value === undefined ? NONE : quantity(value / 3600, null, 'Wh');
}

export function percent(ratio, digits = 3) {
  if (ratio === null || ratio === undefined || !Number.isFinite(ratio)) return NONE;
  const value = ratio * 100;
  return `${value.toFixed(Math.min(2, decimalsFor(Math.abs(value) || 1, digits)))} %`;
}

/** A plain number with four digits, thin groups above 9,999. */
export function number(value, unit = '') {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const tail = unit ? ` ${unit}` : '';
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString('en-US') + tail;
  if (Math.abs(value) >= 1e6 || (Math.abs(value) < 1e-3 && value !== 0)) return value.toExponential(3) + tail;
  return value.toFixed(decimalsFor(Math.abs(value), 4)) + tail;
}

/** A setting's value; milliwatts are shown as watts. */
export function setting(value, unit) {
  if (value === null || value === undefined) return NONE;
  return unit === 'mW' ? quantity(value / 1000, null, 'W') : number(value, unit ?? '');
}

export function bytes(value) {
  if (value === null || value === undefined) return NONE;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let at = 0;
  let shown = value;
  while (shown >= 1024 && at < units.length - 1) { shown /= 1024; at++; }
  return `${at === 0 ? shown : shown.toFixed(shown < 10 ? 2 : 1)} ${units[at]}`;
}

export function duration(ms) {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return NONE;
  const size = Math.abs(ms);
  if (size < 1) return `${ms.toFixed(2)} ms`;
  if (size < 1000) return `${ms.toFixed(size < 100 ? 1 : 0)} ms`;
  if (size < 60e3) return `${(ms / 1000).toFixed(size < 10e3 ? 1 : 0)} s`;
  const seconds = Math.round(size / 1000);
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const first = parts.findIndex(([length]) => seconds >= length);
  const [length, name] = parts[first];
  const whole = Math.floor(seconds / length);
  const next = parts[first + 1];
  const rest = next ? Math.floor((seconds - whole * length) / next[0]) : 0;
  return `${whole} ${name}${rest ? ` ${rest} ${next[1]}` : ''}`;
}

export const seconds = (value) => (value === null || value === undefined ? NONE : duration(value * 1000));

export function zone() {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const minutes = -new Date().getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return minutes === 0 && name === 'UTC' ? 'UTC' : `${name}, UTC${sign}${hours}${rest ? ':' + String(rest).padStart(2, '0') : ''}`;
}

const two = (value) => String(value).padStart(2, '0');

export function clock(ms, withMillis = false) {
  if (ms === null || ms === undefined) return NONE;
  const at = new Date(ms);
  const time = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  return withMillis ? `${time}.${String(at.getMilliseconds()).padStart(3, '0')}` : time;
}

export function day(ms) {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The time alone for today, with its day otherwise. */
export function moment(ms, nowMs) {
  if (ms === null || ms === undefined) return NONE;
  return day(ms) === day(nowMs) ? clock(ms) : `${day(ms)} ${clock(ms)}`;
}

/** What an input of type datetime-local takes. */
export const localInput = (ms) => `${day(ms)}T${clock(ms)}`;

export const plural = (count, one, many = one + 's') => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
