// The newest state of the fleet: asked for once, then kept by small differences from the stream.

import { get } from './api.js';
import { QUALITIES } from './format.js';

/** In the order of the stream's bits. */
export const FLAGS = ['stale', 'silent', 'uncalibrated', 'held', 'tuned', 'throttled', 'refusing', 'drifted', 'disagrees', 'differs', 'pending', 'no-work'];

export class FleetStore {
  #listeners = new Set();
  #skewMs = 0;

  /** Where a device's number is in the list: a device that has gone leaves no hole there. */
  #places = new Map();

  fleet = null;
  byId = new Map();

  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server's clock: a browser's own may be wrong. */
  nowMs() {
    return Date.now() + this.#skewMs;
  }

  async load() {
    const fleet = await get('/api/fleet');
    this.#skewMs = fleet.atMs - Date.now();
    this.fleet = fleet;
    this.byId = new Map(fleet.devices.map((device) => [device.id, device]));
    this.#places = new Map(fleet.devices.map((device, place) => [device.index, place]));
    this.#notify({ all: true, changed: [] });
  }

  /** A difference: [index, W, error, quality code, flag bits, activity index or -1]. */
  apply(event) {
    if (this.fleet === null) return;
    this.#skewMs = event.atMs - Date.now();
    this.fleet.atMs = event.atMs;
    const cluster = this.fleet.cluster;
    [cluster.powerWatts, cluster.errorWatts, , cluster.freshDevices, cluster.staleDevices] = event.cluster;
    cluster.silentDevices = event.cluster[5] ?? cluster.silentDevices;
    cluster.quality = qualityOf(event.cluster[2]);
    if (event.energyJoules !== null && event.energyJoules !== undefined) cluster.energyJoules = event.energyJoules;
    const changed = [];
    for (const row of event.devices) {
      const place = this.#places.get(row[0]);
      if (place === undefined) continue;
      this.#take(this.fleet.devices[place], row);
      changed.push(place);
    }
    this.#notify({ all: false, changed });
  }

  #take(device, row) {
    device.powerWatts = row[1];
    device.errorWatts = row[2];
    device.quality = qualityOf(row[3]);
    device.flags = FLAGS.filter((flag, bit) => (row[4] >> bit) & 1);
    device.activity = row[5] < 0 ? null : this.fleet.activities?.[row[5]] ?? null;
  }

  #notify(change) {
    for (const listener of this.#listeners) listener(change);
  }
}

export function qualityOf(code) {
  return code === null || code === undefined ? null : QUALITIES[code] ?? 'invalid';
}
