// Setting and releasing a hold. The dialog says in words what it will do before it does it.

import { el } from './dom.js';
import { post, remove } from './api.js';
import { moment, duration } from './format.js';
import { SCOPES } from './words.js';

const LENGTHS = [['900', '15 min'], ['3600', '1 h'], ['14400', '4 h'], ['86400', '1 d'], ['604800', '7 d'], ['own', 'other …'], ['ever', 'until it is released']];
export const NOT_ALLOWED = 'Your role is read. To set or release a hold, log in with a token of the role operate.';

/** A button that opens the dialog, or one that says why it does not. */
export function holdButton(context, text, scope, target) {
  if (context.session.role !== 'operate') {
    return el('span', { class: 'refused-button' },
      el('button', { type: 'button', disabled: true, title: NOT_ALLOWED }, text), el('span', { class: 'about' }, NOT_ALLOWED));
  }
  return el('button', { type: 'button', class: 'primary', 'data-hold': scope, onclick: () => new HoldDialog(context, scope, target) }, text);
}

export class HoldDialog {
  #context;
  #scope;
  #target;
  #length;
  #minutes;
  #reason;
  #words = el('p', { class: 'will' });
  #result = el('p', { role: 'alert', class: 'field-problem' });
  #send = el('button', { class: 'primary' }, 'Set the hold');
  #dialog;

  constructor(context, scope, target) {
    this.#context = context;
    const changed = () => this.#describe();
    this.#scope = el('select', { id: 'hold-scope', onchange: changed }, Object.entries(SCOPES).map(([key, text]) => el('option', { value: key, selected: key === scope }, text)));
    this.#target = el('input', { id: 'hold-target', value: target ?? '', oninput: changed, autocomplete: 'off', spellcheck: 'false' });
    this.#length = el('select', { id: 'hold-length', onchange: changed }, LENGTHS.map(([key, text]) => el('option', { value: key, selected: key === '3600' }, text)));
    this.#minutes = el('input', { id: 'hold-minutes', type: 'number', min: '1', step: '1', value: '60', oninput: changed });
    this.#reason = el('input', { id: 'hold-reason', maxlength: '200', required: true, oninput: changed, autocomplete: 'off' });
    this.#dialog = el('dialog', { class: 'dialog', 'aria-labelledby': 'hold-title', onclose: () => this.#dialog.remove() },
      el('h2', { id: 'hold-title' }, 'Leave alone for a time'),
      el('form', { novalidate: true, onsubmit: (event) => { event.preventDefault(); this.#submit(); } },
        el('div', { class: 'form-grid' },
          el('label', { for: 'hold-scope' }, 'What'), this.#scope,
          el('label', { for: 'hold-target', class: 'for-target' }, 'Which'), this.#target,
          el('label', { for: 'hold-length' }, 'For how long'), this.#length,
          el('label', { for: 'hold-minutes', class: 'for-minutes' }, 'Minutes'), this.#minutes,
          el('label', { for: 'hold-reason' }, 'Why'), this.#reason),
        this.#words, this.#result,
        el('div', { class: 'buttons' }, this.#send, el('button', { type: 'button', onclick: () => this.#dialog.close() }, 'Cancel'))));
    document.body.append(this.#dialog);
    this.#describe();
    this.#dialog.showModal();
    (scope === 'everything' || target ? this.#reason : this.#target).focus();
  }

  /** Null for until it is released. */
  #seconds() {
    if (this.#length.value === 'ever') return null;
    return this.#length.value === 'own' ? Math.round(Number(this.#minutes.value) * 60) : Number(this.#length.value);
  }

  #describe() {
    const all = this.#scope.value === 'everything';
    for (const node of [this.#target, this.#dialog.querySelector('.for-target')]) node.hidden = all;
    for (const node of [this.#minutes, this.#dialog.querySelector('.for-minutes')]) node.hidden = this.#length.value !== 'own';
    const now = this.#context.store.nowMs();
    const seconds = this.#seconds();
    const until = now + seconds * 1000;
    const time = seconds === null ? 'Until somebody releases it' : `Until ${moment(until, now)} (${duration(until - now)})`;
    const what = all ? 'every device of the cluster' : this.#scope.value === 'device' ? `the device ${this.#target.value || '…'}`
      : this.#scope.value === 'node' ? `all devices of the node ${this.#target.value || '…'}` : `the devices that run the job ${this.#target.value || '…'}`;
    this.#words.textContent = Number.isFinite(until)
      ? `${time} ${what} will not be tuned: own settings come back at once, and decisions are refused. Readings, energy and jobs go on as before.`
      : 'Say for how many minutes.';
  }

  async #submit() {
    const scope = this.#scope.value;
    const target = scope === 'everything' ? '' : this.#target.value.trim();
    const forSeconds = this.#seconds();
    this.#result.textContent = this.#problem(scope, target, forSeconds) ?? '';
    if (this.#result.textContent !== '') return;
    this.#send.disabled = true;
    try {
      const hold = await post('/api/holds', { scope, target, ...(forSeconds === null ? {} : { forSeconds }), reason: this.#reason.value.trim() });
      this.#dialog.close();
      this.#context.say(`The hold is set (${hold.id}). Own settings come back at once.`);
      this.#context.holdsChanged();
    } catch (e) {
      this.#result.textContent = `${e.error ?? e.message} ${e.do ?? ''}`.trim();
    } finally {
      this.#send.disabled = false;
    }
  }

  #problem(scope, target, forSeconds) {
    if (scope !== 'everything' && target === '') return 'Say which: the field "Which" is empty.';
    if (forSeconds !== null && !(forSeconds >= 60)) return 'Say for how long: at least one minute.';
    if (this.#reason.value.trim() === '') return 'Say why, for those who find it later.';
    return null;
  }
}

export function releaseButton(context, hold) {
  if (context.session.role !== 'operate') return el('button', { type: 'button', disabled: true, title: NOT_ALLOWED }, 'Release');
  const button = el('button', { type: 'button', 'data-release': hold.id, 'aria-label': `Release the hold ${hold.id} of ${hold.target || 'everything'}` }, 'Release');
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await remove('/api/holds/' + encodeURIComponent(hold.id));
      context.say('The hold is released. Tuning may begin again.');
      context.holdsChanged();
    } catch (e) {
      context.say(`${e.error ?? e.message} ${e.do ?? ''}`.trim());
      button.disabled = false;
    }
  });
  return button;
}

