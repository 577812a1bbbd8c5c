package io.wattune.benchmarks.latency;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.DecisionKey;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Puts together what five topics say of each applied decision. No order holds between topics, so
 * everything is kept and joined in the end; a run of minutes fits in memory. Not thread safe.
 */
final class Passages {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private record Block(long firstNanos, long takenNanos) {}

  private long firstTakenNanos = Long.MAX_VALUE;
  private final Map<String, NavigableMap<Long, Block>> blocks = new HashMap<>();
  private final Map<String, NavigableMap<Long, Long>> power = new HashMap<>();
  private final Map<DecisionKey, Decision.ForDevice> decisions = new HashMap<>();
  private final Map<DecisionKey, Actuation> applied = new HashMap<>();

  void block(PollBlock block, long recordMillis) {
    if (block.polls() > 0) {
      firstTakenNanos = Math.min(firstTakenNanos, recordMillis * NANOS_PER_MILLI);
      blocks
          .computeIfAbsent(block.device(), device -> new TreeMap<>())
          .put(
              block.timesNanos()[block.polls() - 1],
              new Block(block.timesNanos()[0], recordMillis * NANOS_PER_MILLI));
    }
  }

  void power(TruePower block, long recordMillis) {
    if (block.samples() > 0 && block.revision() == 0) {
      power
          .computeIfAbsent(block.device(), device -> new TreeMap<>())
          .put(block.timesNanos()[block.samples() - 1], recordMillis * NANOS_PER_MILLI);
    }
  }

  void decision(Decision decision) {
    if (decision instanceof Decision.ForDevice each) {
      decisions.put(each.key(), each);
    }
  }

  void actuation(Actuation actuation) {
    if (actuation.device() != null && actuation.outcome() == ActuationOutcome.APPLIED) {
      applied.put(actuation.key(), actuation);
    }
  }

  /** Number of applied decisions, whether or not their way is known. */
  int applied() {
    return applied.size();
  }

  /**
   * The way of every applied decision whose block and power were seen; the others began before the
   * watch did, or were based on counters that are newer than any power.
   *
   * @param warmUpNanos what was applied so soon after the first block is left out
   */
  List<Passage> complete(long warmUpNanos) {
    List<Passage> complete = new ArrayList<>();
    applied.forEach(
        (key, actuation) -> {
          Decision.ForDevice decision = decisions.get(key);
          if (decision == null || actuation.atNanos() < firstTakenNanos + warmUpNanos) {
            return;
          }
          long basedOn = decision.basedOnNanos();
          Map.Entry<Long, Block> block =
              blocks.getOrDefault(key.device(), new TreeMap<>()).ceilingEntry(basedOn);
          Map.Entry<Long, Long> shown =
              power.getOrDefault(key.device(), new TreeMap<>()).ceilingEntry(basedOn);
          if (block != null && shown != null && block.getValue().firstNanos() <= basedOn) {
            complete.add(
                new Passage(
                    block.getValue().firstNanos(),
                    basedOn,
                    block.getValue().takenNanos(),
                    shown.getValue(),
                    decision.decidedAtNanos(),
                    actuation.atNanos()));
          }
        });
    return complete;
  }
}
