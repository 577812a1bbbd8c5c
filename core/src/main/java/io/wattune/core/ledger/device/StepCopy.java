package io.wattune.core.ledger.device;

import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.SampleVisitor;

/** Copies the first samples that it is shown. */
final class StepCopy implements SampleVisitor {
  private final long sinceNanos;
  private final double wattsPerUnit;
  private final double[] seconds;
  private final double[] watts;
  private int copied;

  StepCopy(long sinceNanos, double wattsPerUnit, double[] seconds, double[] watts) {
    this.sinceNanos = sinceNanos;
    this.wattsPerUnit = wattsPerUnit;
    this.seconds = seconds;
    this.watts = watts;
  }

  @Override
  public void sample(long timeNanos, int value, Spacing spacing) {
    if (copied < seconds.length) {
      seconds[copied] = (timeNanos - sinceNanos) * 1e-9;
      watts[copied] = value * wattsPerUnit;
      copied++;
    }
  }
}
