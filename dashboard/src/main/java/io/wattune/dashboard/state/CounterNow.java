package io.wattune.dashboard.state;

import io.wattune.core.counter.CounterValue;
import org.jspecify.annotations.Nullable;

/**
 * The newest value of a counter.
 *
 * @param value the value with its unit and kind
 * @param atNanos end of its interval, epoch nanoseconds
 * @param activity name of the activity whose interval it was; null for a fixed period
 */
public record CounterNow(CounterValue value, long atNanos, @Nullable String activity) {}
