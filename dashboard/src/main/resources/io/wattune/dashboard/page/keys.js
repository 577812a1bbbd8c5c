// Shortcuts: single keys, never while somebody types.

import { el } from './dom.js';

export const SHORTCUTS = [
  ['g then f', 'Fleet'], ['g then c', 'Control'], ['g then s', 'Servers'], ['g then h', 'Health'], ['/', 'Find a device'], ['l', 'Back to live'], ['[ and ]', 'Earlier and later'],
  ['+ and −', 'Shorter and longer range'], ['t', 'Theme: system, light, dark'], ['?', 'This help'], ['Arrow keys, Enter', 'In the heat map: move, open the device'], ['Esc', 'Close a dialog'],
];

export function listen(actions) {
  let going = false;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target.closest?.('input, select, textarea')) return;
    const key = event.key === '=' ? '+' : event.key;
    const action = actions[going ? `g ${key}` : key];
    going = key === 'g' && !going;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

export function showHelp() {
  const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'help-title', onclose: () => dialog.remove() },
    el('h2', { id: 'help-title' }, 'Keyboard and reading aids'),
    el('dl', { class: 'keys' }, SHORTCUTS.map(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)])),
    el('p', {}, 'True power is what the device took: the reading with its sensor\'s lag undone. After ± stands one standard deviation. '
      + 'Where there is no reading, a chart has an empty stretch and a table a dash: it is never zero.'),
    el('p', {}, 'Drag across a chart to look closer. The address holds the whole view: send it, and others see the same.'),
    el('form', { method: 'dialog' }, el('button', { class: 'primary' }, 'Close')));
  document.body.append(dialog);
  dialog.showModal();
}
