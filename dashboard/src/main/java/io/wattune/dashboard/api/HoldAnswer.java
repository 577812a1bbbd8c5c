package io.wattune.dashboard.api;

import io.wattune.core.decision.Hold;
import io.wattune.core.tunable.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * A hold; {@code untilMs} is null for until it is released, {@code settings} where the device is
 * held at its own.
 */
public record HoldAnswer(
    String id,
    String scope,
    @Nullable String target,
    @Nullable Number fromMs,
    @Nullable Number untilMs,
    String by,
    String reason,
    @Nullable String settings) {

  /** A hold as the JSON has it. */
  public static HoldAnswer of(Hold hold) {
    return new HoldAnswer(
        hold.holdId(),
        switch (hold.scope()) {
          case ALL -> "everything";
          case NODE -> "node";
          case DEVICE -> "device";
          case JOB -> "job";
        },
        hold.name().isEmpty() ? null : hold.name(),
        Units.msOrNull(hold.fromNanos()),
        Units.msOrNull(hold.untilNanos()),
        hold.by(),
        hold.why(),
        hold.settings().isEmpty() ? null : Quantity.text(hold.settings()));
  }
}
