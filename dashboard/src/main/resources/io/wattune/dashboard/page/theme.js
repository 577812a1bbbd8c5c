// Dark and light: as the system wishes, until somebody chooses.

const NEXT = { system: 'light', light: 'dark', dark: 'system' };
const WORDS = { system: 'as the system', light: 'light', dark: 'dark' };
const listeners = new Set();
const system = matchMedia('(prefers-color-scheme: dark)');

function stored() {
  try {
    return localStorage.getItem('wattune.theme');
  } catch (e) {
    return null;
  }
}

export function chosen() {
  const asked = new URLSearchParams(location.search).get('theme') ?? stored();
  return asked === 'dark' || asked === 'light' ? asked : 'system';
}

export const themeWords = () => WORDS[chosen()];
export const isDark = () => document.documentElement.dataset.theme === 'dark';

/** Puts the choice in force; charts are notified when the colours change. */
export function applyTheme() {
  const choice = chosen();
  const theme = choice === 'system' ? (system.matches ? 'dark' : 'light') : choice;
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** The next choice, kept for the next visit; the caller puts it into the address. */
export function nextTheme() {
  const next = NEXT[chosen()];
  try {
    if (next === 'system') localStorage.removeItem('wattune.theme');
    else localStorage.setItem('wattune.theme', next);
  } catch (e) {
    // A browser that keeps nothing: the address still does.
  }
  return next === 'system' ? null : next;
}

export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

system.addEventListener('change', applyTheme);

/** A colour of the present theme, by its name in theme.css. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

/** The colour with a transparency, for areas. */
export const faded = (hex, alpha) => `rgba(${rgb(hex).join(', ')}, ${alpha})`;

const rgb = (hex) => [16, 8, 0].map((shift) => (parseInt(hex.slice(1), 16) >> shift) & 255);

/** The theme's colours from cool to hot: red, green and blue of a share. */
export function heatScale() {
  const stops = [0, 1, 2, 3, 4].map((k) => rgb(colour(`heat-${k}`)));
  return (share) => {
    const place = Math.max(0, Math.min(1, share)) * 4;
    const low = Math.min(3, Math.floor(place));
    return stops[low].map((v, k) => Math.round(v + (stops[low + 1][k] - v) * (place - low)));
  };
}

export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
