package io.wattune.collectors.setter;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the writer says to the setter, as frames and back. */
final class DecisionFrames {
  /** Of another version nothing is taken: both are of one release. */
  static final long VERSION = 1;

  static final int MOST_SETTINGS = 64;
  static final int MOST_ACTIVITIES = 4_096;
  static final int MOST_HOLDS = 4_096;

  private DecisionFrames() {}

  static ByteBuffer hello(String node) {
    return new FrameOutput(FrameKind.HELLO).number(VERSION).text(node).done();
  }

  /** The node that a hello is for. */
  static String hello(FrameInput in) throws FrameException {
    long version = in.number();
    if (version != VERSION) {
      throw new FrameException(
          "the writer speaks version " + version + ", the setter " + VERSION + "; update both");
    }
    String node = in.text();
    in.end();
    return node;
  }

  static ByteBuffer of(Decision decision) {
    if (decision instanceof Decision.Claim claim) {
      return new FrameOutput(FrameKind.CLAIM)
          .number(claim.epoch())
          .text(claim.policy())
          .number(claim.decidedAtNanos())
          .done();
    }
    var wish = (Decision.ForDevice) decision;
    var out =
        new FrameOutput(FrameKind.DECISION)
            .text(wish.device())
            .number(wish.epoch())
            .number(wish.sequence())
            .number(wish.basedOnNanos())
            .number(wish.leaseNanos());
    put(out, wish.defaultConfiguration());
    out.count(wish.byActivityName().size());
    for (ActivityConfiguration each : wish.byActivityName()) {
      put(out.text(each.activityName()), each.configuration());
    }
    return out.text(wish.policy())
        .text(wish.reason())
        .text(wish.detail())
        .choice(wish.quality())
        .number(wish.decidedAtNanos())
        .done();
  }

  static Decision.Claim claim(String node, FrameInput in) throws FrameException {
    var claim = new Decision.Claim(node, in.number(), in.text(), in.number());
    in.end();
    return claim;
  }

  static Decision.ForDevice decision(String node, FrameInput in) throws FrameException {
    try {
      var decision =
          new Decision.ForDevice(
              node,
              in.text(),
              in.number(),
              in.number(),
              in.number(),
              in.number(),
              configuration(in),
              in.list(
                  MOST_ACTIVITIES, () -> new ActivityConfiguration(in.text(), configuration(in))),
              in.text(),
              in.text(),
              in.text(),
              in.choice(Quality.values()),
              in.number(),
              null);
      in.end();
      return decision;
    } catch (IllegalArgumentException e) {
      throw new FrameException(String.valueOf(e.getMessage()));
    }
  }

  /** The holds of a fleet may be many: of those that do not fit one is left, of everything. */
  static ByteBuffer of(Holds holds) {
    List<Hold> all = List.copyOf(holds.byId().values());
    if (all.size() > MOST_HOLDS) {
      all =
          List.of(
              new Hold(
                  "too-many",
                  HoldScope.ALL,
                  "",
                  Long.MIN_VALUE,
                  Hold.UNTIL_RELEASED,
                  "writer",
                  "more than " + MOST_HOLDS + " holds are for this node",
                  false));
    }
    var out = new FrameOutput(FrameKind.HOLDS).count(all.size());
    for (Hold each : all) {
      out.text(each.holdId())
          .choice(each.scope())
          .text(each.name())
          .number(each.fromNanos())
          .number(each.untilNanos())
          .text(each.by())
          .text(each.why());
      put(out, each.settings());
    }
    return out.done();
  }

  static Holds holds(FrameInput in) throws FrameException {
    try {
      List<Hold> all =
          in.list(
              MOST_HOLDS,
              () ->
                  new Hold(
                      in.text(),
                      in.choice(HoldScope.values()),
                      in.text(),
                      in.number(),
                      in.number(),
                      in.text(),
                      in.text(),
                      false,
                      configuration(in)));
      in.end();
      Map<String, Hold> byId = new HashMap<>();
      all.forEach(hold -> byId.put(hold.holdId(), hold));
      return new Holds(byId.values());
    } catch (IllegalArgumentException e) {
      throw new FrameException(String.valueOf(e.getMessage()));
    }
  }

  private static void put(FrameOutput out, Configuration configuration) {
    out.count(configuration.settings().size());
    for (Setting each : configuration.settings()) {
      out.text(each.tunable()).choice(each.unit()).number(each.value());
    }
  }

  private static Configuration configuration(FrameInput in) throws FrameException {
    return new Configuration(
        in.list(
            MOST_SETTINGS,
            () -> new Setting(in.text(), in.choice(TunableUnit.values()), in.number())));
  }
}
