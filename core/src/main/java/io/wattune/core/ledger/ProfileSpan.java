package io.wattune.core.ledger;

import io.wattune.core.sensor.SensorProfile;

/**
 * A profile and the constant that continues the true energy of the span before it.
 *
 * @param profile holds from its {@code validFromNanos} until the next span's
 * @param constantJoules added to the span's own integral
 */
public record ProfileSpan(SensorProfile profile, double constantJoules) {}
