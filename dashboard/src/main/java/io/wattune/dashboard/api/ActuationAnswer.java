package io.wattune.dashboard.api;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node did. */
public record ActuationAnswer(
    Number ms,
    String node,
    @Nullable String device,
    long epoch,
    long sequence,
    String outcome,
    String reason,
    String detail,
    @Nullable String activity,
    List<ControlResult> controls,
    Number leaseLeftMs,
    List<InForcePeriod> inForce,
    List<String> pending) {

  /** What was in force from a time to another; {@code activity} is null for the default. */
  public record InForcePeriod(
      @Nullable String activity, Number fromMs, Number toMs, List<Value> values) {
    static InForcePeriod of(InForceSpan span) {
      return new InForcePeriod(
          span.activityName(),
          Units.ms(span.fromNanos()),
          Units.ms(span.toNanos()),
          span.values().stream().map(Value::of).toList());
    }
  }

  /** A value as read back; {@code own} says whether it is the control's own setting. */
  public record Value(String name, String unit, @Nullable Long readBack, boolean own) {
    static Value of(InForceValue value) {
      return new Value(
          value.tunable(), Units.of(value.unit()), Units.orNull(value.readBack()), value.isOwn());
    }
  }

  /** What became of one control. */
  public record ControlResult(
      String name,
      String unit,
      @Nullable Long wished,
      @Nullable Long readBack,
      String status,
      String reason) {
    static ControlResult of(ControlOutcome control) {
      return new ControlResult(
          control.tunable(),
          Units.of(control.unit()),
          Units.orNull(control.wished()),
          Units.orNull(control.readBack()),
          Units.of(control.status()),
          control.reason());
    }
  }

  /** An actuation as the JSON has it. */
  public static ActuationAnswer of(Actuation actuation) {
    return new ActuationAnswer(
        Units.ms(actuation.atNanos()),
        actuation.node(),
        actuation.device(),
        actuation.epoch(),
        actuation.sequence(),
        Units.of(actuation.outcome()),
        actuation.reason(),
        actuation.detail(),
        actuation.activityName(),
        actuation.controls().stream().map(ControlResult::of).toList(),
        Units.ms(actuation.leaseLeftNanos()),
        actuation.inForce().stream().map(InForcePeriod::of).toList(),
        actuation.pending());
  }
}
