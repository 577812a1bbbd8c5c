// Where the dashboard wants a token and has none, or no longer knows the session.

import { el } from './dom.js';

export function loginForm() {
  const token = el('input', { id: 'token', name: 'token', type: 'password', autocomplete: 'current-password', required: true });
  const problem = el('p', { class: 'field-problem', role: 'alert' });
  return el('section', { class: 'panel login' },
    el('h1', {}, 'A token is needed'),
    el('p', {}, 'This dashboard listens beyond its own machine and so asks who you are. Its tokens are lines of the file that it was started with (--token-file): one may read, one may also operate.'),
    el('form', { onsubmit: (event) => { event.preventDefault(); logIn(token.value, problem); } },
      el('label', { for: 'token' }, 'Token'), token, el('button', { class: 'primary' }, 'Log in')),
    problem);
}

/** The address stays, so that after the login the same view comes. */
async function logIn(token, problem) {
  try {
    const answer = await fetch('/login', { method: 'POST', credentials: 'same-origin', body: new URLSearchParams({ token }) });
    if (answer.ok) location.reload();
    else problem.textContent = answer.status === 401 ? 'This token is not known.' : `The dashboard answered ${answer.status}.`;
  } catch (e) {
    problem.textContent = 'The dashboard does not answer. See whether it runs, and try again.';
  }
}
