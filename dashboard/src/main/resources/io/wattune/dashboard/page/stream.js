// The event stream: opened again by itself, with growing pauses; it knows how old the newest data are.

const EVENTS = ['power', 'decision', 'actuation', 'hold', 'catalog', 'health'];
const LONGEST_PAUSE_MS = 15e3;
const SILENCE_MS = 25e3;

export class Stream {
  #url;
  #listeners = new Map();
  #source = null;
  #pauseMs = 1000;
  #retryAt = null;
  #timer = null;
  #heardAt = 0;

  /** open: connected; lost: not; times are of performance.now(). */
  state = 'opening';
  dataAt = null;

  constructor(url) {
    this.#url = url;
  }

  on(event, listener) {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all);
    all.add(listener);
    return () => all.delete(listener);
  }

  open() {
    this.close();
    this.#retryAt = null;
    this.#heardAt = performance.now();
    const source = new EventSource(this.#url);
    this.#source = source;
    source.addEventListener('open', () => this.#opened());
    source.addEventListener('error', () => this.#lost());
    for (const event of EVENTS) source.addEventListener(event, (message) => this.#heard(event, message));
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  /** Called once a second: a stream that says nothing at all is dead, whatever the socket thinks. */
  check() {
    if (this.state === 'open' && performance.now() - this.#heardAt > SILENCE_MS) this.#lost();
  }

  retryInMs() {
    return this.#retryAt === null ? null : Math.max(0, this.#retryAt - performance.now());
  }

  dataAgeMs() {
    return this.dataAt === null ? null : performance.now() - this.dataAt;
  }

  #opened() {
    const again = this.state === 'lost';
    this.state = 'open';
    this.#pauseMs = 1000;
    this.#notify('state', { state: 'open', again });
  }

  #lost() {
    this.close();
    this.state = 'lost';
    this.#retryAt = performance.now() + this.#pauseMs;
    this.#timer = setTimeout(() => this.open(), this.#pauseMs);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    this.#notify('state', { state: 'lost', again: false });
  }

  #heard(event, message) {
    this.#heardAt = performance.now();
    let data;
    try {
      data = JSON.parse(message.data);
    } catch (e) {
      return;
    }
    if (event === 'power') this.dataAt = performance.now();
    this.#notify(event, data);
  }

  #notify(event, data) {
    for (const listener of this.#listeners.get(event) ?? []) listener(data);
  }
}
