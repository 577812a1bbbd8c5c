package io.wattune.dashboard.api;

import io.wattune.dashboard.state.LeaseNow;

/** A lease that is in force; {@code what} is the reason in words. */
record LeaseAnswer(
    String device, Number leftMs, Number untilMs, String policy, String reason, String what) {
  static LeaseAnswer of(LeaseNow lease, long nowNanos) {
    return new LeaseAnswer(
        lease.device(),
        Units.ms(lease.untilNanos() - nowNanos),
        Units.ms(lease.untilNanos()),
        lease.policy(),
        lease.reason(),
        ReasonText.of(lease.reason()));
  }
}
