// Words for what the records say in codes.

export const QUALITY_WORDS = {
  measured: 'measured: the sensor shows power as it is',
  corrected: "corrected: the sensor's lag is undone by a learned profile",
  estimated: 'estimated: from an assumed profile, or over a short hole',
  gap: 'gap: no reading, which is not zero',
  invalid: 'invalid: the readings contradict each other',
};

/** The outcomes that decisions can have. */
export const DECISION_OUTCOMES = ['pending', 'waiting', 'applied', 'differs', 'partly', 'renewed', 'refused', 'restored'];

/** What a flag means, and what to do. */
export const FLAG_WORDS = {
  silent: ['silent', 'described by its agent, but has never sent a reading: see whether the agent may read its sensor.'],
  stale: ['stale', 'no new true power lately: see on Health whether its agent and the broker run, and whether the ledger job keeps up.'],
  refusing: ['refusing', 'its newest decision was refused: see the reason on the control page.'],
  throttled: ['throttled', 'below its own settings, or slowed by the hardware.'],
  held: ['held', 'an operator has ordered to leave it alone.'],
  uncalibrated: ['uncalibrated', "its sensor's lag is assumed, not learned yet: errors are wider."],
  drifted: ['drifted', 'its sensor answers to steps otherwise than its profile said: see whether the board, its driver or the given profile is another one.'],
  disagrees: ['disagrees', "the node's devices together take more than this meter shows: see which of them is calibrated, and what the meter covers."],
  differs: ['not as wished', 'its settings were read back otherwise than decided, or were not read back at all: see below the settings on its page.'],
  pending: ['pending', 'a decision was accepted, and nothing of it is in force: no activity that it has a configuration for has run yet.'],
  'no-work': ['measured, not tuned', 'nothing reports work. Let the program report it, name a server\'s counter, or read progress lines: docs/measuring.md, Work.'],
  tuned: ['tuned', 'runs with settings other than its own, under a lease.'],
};

/** The order in which flags ask for attention; "tuned" and "pending" ask for none. */
export const ATTENTION = ['silent', 'stale', 'differs', 'refusing', 'throttled', 'held', 'disagrees', 'drifted', 'uncalibrated', 'no-work'];

/** A letter for a mark that is too small for a word. */
export const FLAG_LETTERS = { silent: '?', stale: '!', refusing: 'R', throttled: 'T', held: 'H', uncalibrated: 'U', drifted: 'D', disagrees: 'M', differs: 'N', 'no-work': 'W' };

export const OUTCOMES = {
  pending: ['no answer', 'no answer yet', ''],
  waiting: ['pending', 'accepted; no activity that it has a configuration for has run yet', ''],
  differs: ['not as wished', 'the node says applied, and has read back something else', 'bad'],
  applied: ['applied', 'every control is as wished, as read back', 'ok'],
  partly: ['partly applied', 'some controls were refused or failed', 'warn'],
  renewed: ['renewed', 'the settings were in force; the lease is longer', 'ok'],
  refused: ['refused', 'nothing was written', 'bad'],
  restored: ['restored', 'the own settings are back', ''],
  'partly-applied': ['partly applied', 'some controls were refused or failed', 'warn'],
  claimed: ['claimed', "the claim's epoch counts from now on", ''],
  switched: ['switched', 'the configuration of another activity name is in force', ''],
};

export const SCOPES = {
  device: 'one device', node: 'one node, all its devices', job: 'one job, wherever it runs', everything: 'everything, the whole cluster',
};

export const CLASS_WORDS = {
  'pass-through': 'pass-through: shows power as it is',
  'first-order-lag': 'first-order lag: creeps towards the power',
  boxcar: 'boxcar: shows the mean of a window',
};

export const SOURCE_WORDS = {
  learned: "learned from the device's own steps", given: 'given by the user', prior: 'assumed, nothing learned yet', none: 'none',
};
export const kebab = (text) => (text ?? '').toLowerCase().replaceAll('_', '-');
