package io.wattune.collectors.writer;

/**
 * How far a device is from its own settings, for the heartbeat.
 *
 * @param isOut whether anything but own settings may be on it
 * @param isReturning whether they are on their way back
 * @param restoreDeadlineNanos when the restore must begin, on the monotonic clock
 */
record LeaseExposure(boolean isOut, boolean isReturning, long restoreDeadlineNanos) {
  static final LeaseExposure NONE = new LeaseExposure(false, false, 0);
}
