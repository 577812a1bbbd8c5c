package io.wattune.collectors.writer;

/**
 * How far a device is from its own settings, for the heartbeat.
 *
 * @param isOut whether anything but own settings may be on it
 * @param isReturning whether they are on their way back
 * @param homewardAtNanos when the way home must begin, on the monotonic clock
 */
record LeaseExposure(boolean isOut, boolean isReturning, long homewardAtNanos) {
  static final LeaseExposure HOME = new LeaseExposure(false, false, 0);
}
