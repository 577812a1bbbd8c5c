package io.wattune.collectors.agent;

import io.wattune.core.device.Signal;
import io.wattune.core.polling.NativeRate;
import io.wattune.core.sensor.ProfileChoice;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Polls one signal at its sensor's own rate. Takes what is known of the sensor beforehand, and
 * reports the period that it finds. For the device's reader thread.
 */
final class FollowedUpdates {
  private static final double NANOS = 1e9;

  /** Periods that differ by less are the same one, found again. */
  private static final double SAME = 0.05;

  private final String device;
  private final ProfileChoice profiles;
  private final Signal signal;
  private final Consumer<String> changes;
  private final NativeRate rate;
  private boolean isGiven;
  private double lastFollowedNanos;
  private long found;

  /**
   * Polls by rule at first.
   *
   * @param profiles the period of a profile in it is where following begins
   * @param changes receives a line when a period has been found, but not for each change of it
   */
  FollowedUpdates(String device, Signal signal, ProfileChoice profiles, Consumer<String> changes) {
    this.device = device;
    this.signal = signal;
    this.changes = changes;
    this.rate = new NativeRate(signal.pollPeriodNanos());
    this.profiles = profiles;
    given("");
  }

  private void given(String model) {
    profiles
        .given(device, signal.name(), model)
        .ifPresent(
            given -> {
              isGiven = true;
              rate.suggest(given.updatePeriodSeconds() * NANOS);
            });
  }

  /** The device has said what model it is: what was published of it, where nothing better is. */
  void named(String model) {
    given(model);
    if (!isGiven) {
      ProfileChoice.prior(device, signal.name(), model)
          .ifPresent(published -> rate.suggest(published.updatePeriodSeconds() * NANOS));
    }
  }

  /** {@link NativeRate#next}. */
  long next(long askedNanos, long answeredNanos, int value) {
    long next = rate.next(askedNanos, answeredNanos, value);
    double followed = rate.followedNanos();
    if (followed > 0 && Math.abs(followed - lastFollowedNanos) > SAME * followed) {
      lastFollowedNanos = followed;
      found++;
      if (Long.bitCount(found) > 1) {
        return next; // The first, second, fourth, ...: a sensor without a comb fills no log.
      }
      changes.accept(
          String.format(
              Locale.ROOT,
              "device %s: %s has a new value every %.1f ms, and is polled by that",
              device,
              signal.name(),
              followed / 1e6));
    }
    return next;
  }

  /** Shortest time from one poll to the next, as things stand. */
  long shortestNanos() {
    return rate.shortestNanos();
  }
}
