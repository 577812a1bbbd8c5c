package io.wattune.collectors.setter;

import io.wattune.collectors.running.RunningRefusal;
import io.wattune.collectors.writer.WriterStatus;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.tunable.TunableUnit;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** What the setter says to the writer, as frames and back. */
final class AnswerFrames {
  private static final int MOST_DEVICES = 1_024;
  private static final int MOST_NAMES = 4_096;

  private AnswerFrames() {}

  static ByteBuffer of(Actuation done) {
    var out =
        new FrameOutput(FrameKind.ANSWER)
            .maybe(done.device())
            .number(done.epoch())
            .number(done.sequence())
            .choice(done.outcome())
            .text(done.reason())
            .text(done.detail())
            .maybe(done.activityName())
            .count(done.controls().size());
    for (ControlOutcome each : done.controls()) {
      out.text(each.tunable())
          .choice(each.unit())
          .maybe(each.wished())
          .maybe(each.readBack())
          .choice(each.status())
          .text(each.reason());
    }
    out.number(done.leaseLeftNanos()).number(done.atNanos()).count(done.inForce().size());
    for (InForceSpan span : done.inForce()) {
      out.maybe(span.activityName())
          .number(span.fromNanos())
          .number(span.toNanos())
          .count(span.values().size());
      for (InForceValue value : span.values()) {
        out.text(value.tunable()).choice(value.unit()).maybe(value.readBack()).flag(value.isOwn());
      }
    }
    out.count(done.pending().size());
    done.pending().forEach(out::text);
    return out.done();
  }

  static Actuation answer(String node, FrameInput in) throws FrameException {
    try {
      var done =
          new Actuation(
              node,
              in.maybeText(),
              in.number(),
              in.number(),
              in.choice(ActuationOutcome.values()),
              in.text(),
              in.text(),
              in.maybeText(),
              in.list(MOST_NAMES, () -> control(in)),
              in.number(),
              in.number(),
              in.list(InForceSpan.MOST, () -> span(in)),
              in.list(MOST_NAMES, in::text));
      in.end();
      return done;
    } catch (IllegalArgumentException e) {
      throw new FrameException(String.valueOf(e.getMessage()));
    }
  }

  private static ControlOutcome control(FrameInput in) throws FrameException {
    return new ControlOutcome(
        in.text(),
        in.choice(TunableUnit.values()),
        in.maybeNumber(),
        in.maybeNumber(),
        in.choice(ControlStatus.values()),
        in.text());
  }

  private static InForceSpan span(FrameInput in) throws FrameException {
    return new InForceSpan(
        in.maybeText(),
        in.number(),
        in.number(),
        in.list(
            DecisionFrames.MOST_SETTINGS,
            () ->
                new InForceValue(
                    in.text(), in.choice(TunableUnit.values()), in.maybeNumber(), in.flag())));
  }

  static ByteBuffer of(WriterStatus status) {
    var out =
        new FrameOutput(FrameKind.STATUS)
            .flag(status.mayWrite())
            .flag(status.isGuarded())
            .flag(status.requiresGuardian())
            .flag(status.areHoldsRead())
            .flag(status.isShadow())
            .count(status.devices().size());
    status
        .devices()
        .forEach(
            (id, device) ->
                out.text(id)
                    .flag(device.isTuned())
                    .number(device.restoreLeadNanos())
                    .number(device.outsideChanges()));
    out.count(status.refusedRunning().size());
    status.refusedRunning().forEach((reason, count) -> out.choice(reason).number(count));
    return out.done();
  }

  static WriterStatus status(String node, FrameInput in) throws FrameException {
    boolean mayWrite = in.flag();
    boolean isGuarded = in.flag();
    boolean requiresGuardian = in.flag();
    boolean areHoldsRead = in.flag();
    boolean isShadow = in.flag();
    Map<String, WriterStatus.Device> devices = new HashMap<>();
    in.list(
            MOST_DEVICES,
            () ->
                Map.entry(in.text(), new WriterStatus.Device(in.flag(), in.number(), in.number())))
        .forEach(each -> devices.put(each.getKey(), each.getValue()));
    Map<RunningRefusal, Long> refused = new HashMap<>();
    in.list(
            RunningRefusal.values().length,
            () -> Map.entry(in.choice(RunningRefusal.values()), in.number()))
        .forEach(each -> refused.put(each.getKey(), each.getValue()));
    in.end();
    return new WriterStatus(
        node, mayWrite, isGuarded, requiresGuardian, areHoldsRead, isShadow, devices, refused);
  }
}
