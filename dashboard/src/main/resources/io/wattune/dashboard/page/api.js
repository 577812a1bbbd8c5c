// Questions to the server. A problem is thrown as {status, error, where, do}.

let csrf = null;
let ended = null;

export class Problem extends Error {
  constructor(status, body) {
    super(body.error);
    this.status = status;
    this.error = body.error;
    this.where = body.where ?? null;
    this.do = body.do ?? null;
  }
}

export function useCsrf(token) {
  csrf = token;
}

/** From now on this is called where the server does not know the session any more. */
export function whenEnded(listener) {
  ended = listener;
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...options });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new Problem(0, {
      error: 'The dashboard does not answer.',
      where: path.split('?')[0],
      do: 'See whether its process runs (./wattune dashboard or ./wattune up) and whether this machine reaches it. The page tries again by itself.',
    });
  }
  let body = null;
  try {
    body = await answer.json();
  } catch (e) {
    if (e.name === 'AbortError') throw e;
  }
  if (!answer.ok) {
    if (answer.status === 401) ended?.();
    throw new Problem(answer.status, body && body.error ? body : {
      error: `The dashboard answered ${answer.status}.`, where: path.split('?')[0], do: 'Look at its log.',
    });
  }
  if (body === null) {
    throw new Problem(answer.status, { error: 'The answer is not JSON.', where: path.split('?')[0], do: 'See whether something between this page and the dashboard changes answers.' });
  }
  return body;
}

export const get = (path, signal) => ask(path, { signal, headers: { Accept: 'application/json' } });

const change = (method, path, body) => ask(path, {
  method,
  headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Wattune-Csrf': csrf ?? '' },
  body: body === undefined ? undefined : JSON.stringify(body),
});
export const post = (path, body) => change('POST', path, body);
export const remove = (path) => change('DELETE', path);

export function query(values) {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') parts.set(key, String(value));
  }
  const text = parts.toString();
  return text ? '?' + text : '';
}

/** Answers in order: an answer that comes after a newer question is dropped. */
export class Asker {
  #running = null;

  async ask(path) {
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    try {
      const body = await get(path, mine.signal);
      return this.#running === mine ? body : null;
    } catch (e) {
      if (e.name === 'AbortError' || this.#running !== mine) return null;
      throw e;
    }
  }

  get busy() {
    return this.#running !== null;
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
  }
}
