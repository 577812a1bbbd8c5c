package io.wattune.dashboard.state;

import io.wattune.core.NewestEntries;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.DecisionKey;
import io.wattune.core.inforce.WriterAnswers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest decisions, matched with their answers by device, epoch and sequence, in whichever
 * order the two topics are read. Not thread safe.
 */
final class DecisionLog {
  private static final int MOST_DECISIONS = 4000;
  private static final int MOST_EARLY = 1000;
  private static final int MOST_EVENTS = 1000;

  private final Deque<DecisionKey> order = new ArrayDeque<>();
  private final Map<DecisionKey, DecisionNow> decisions = new HashMap<>();
  private final Map<DecisionKey, Actuation> early = NewestEntries.put(MOST_EARLY);
  private final Map<String, Long> refusals = new TreeMap<>();
  private final Map<String, WriterAnswers> writers = new TreeMap<>();
  private final EventLog<DecisionNow> decisionEvents = new EventLog<>(MOST_EVENTS);
  private final EventLog<Actuation> actuationEvents = new EventLog<>(MOST_EVENTS);
  private @Nullable String policy;

  void take(Decision decision) {
    policy = decision.policy();
    writer(decision.node()).take(decision);
    if (decision instanceof Decision.ForDevice forDevice) {
      DecisionKey place = forDevice.key();
      Actuation answer = early.remove(place);
      DecisionNow now =
          answer == null
              ? new DecisionNow(forDevice, DecisionOutcome.PENDING, null, null)
              : answered(forDevice, answer);
      if (decisions.put(place, now) == null) {
        order.addLast(place);
      }
      if (order.size() > MOST_DECISIONS) {
        decisions.remove(order.removeFirst());
      }
      decisionEvents.add(now);
    }
  }

  void take(Actuation actuation) {
    actuationEvents.add(actuation);
    if (actuation.outcome() == ActuationOutcome.REFUSED) {
      refusals.merge(actuation.reason(), 1L, Long::sum);
    }
    writer(actuation.node()).take(actuation);
    String device = actuation.device();
    if (device == null) {
      return;
    }
    DecisionKey place = actuation.key();
    DecisionNow known = decisions.get(place);
    if (known == null) {
      early.put(place, actuation);
      return;
    }
    if (actuation.outcome() == ActuationOutcome.SWITCHED
        && known.outcome() != DecisionOutcome.WAITING) {
      return; // It was answered before; another of its configurations is in force.
    }
    DecisionNow now = answered(known.decision(), actuation);
    decisions.put(place, now);
    decisionEvents.add(now);
  }

  private static DecisionNow answered(Decision.ForDevice decision, Actuation answer) {
    return new DecisionNow(
        decision, DecisionOutcome.of(decision, answer), answer.reason(), answer.atNanos());
  }

  private WriterAnswers writer(String node) {
    return writers.computeIfAbsent(node, absent -> new WriterAnswers());
  }

  /** The decision that was answered so; null where it is not, or no longer, known. */
  Decision.@Nullable ForDevice answeredBy(Actuation answer) {
    DecisionNow known = decisions.get(answer.key());
    return known == null ? null : known.decision();
  }

  /** The newest decisions, the newest first. */
  List<DecisionNow> newest(int most, DecisionFilter filter) {
    List<DecisionNow> found = new ArrayList<>();
    var places = order.descendingIterator();
    while (places.hasNext() && found.size() < most) {
      DecisionNow decision = decisions.get(places.next());
      if (decision != null && filter.lets(decision)) {
        found.add(decision);
      }
    }
    return found;
  }

  /** Name of the policy of the newest decision or claim; null where there is none. */
  @Nullable String policy() {
    return policy;
  }

  /** How often decisions were refused, by reason. */
  Map<String, Long> refusals() {
    return new TreeMap<>(refusals);
  }

  /** What each node was sent and has answered, by node. */
  Map<String, WriterAnswers> writers() {
    return writers;
  }

  EventLog<DecisionNow> decisionEvents() {
    return decisionEvents;
  }

  EventLog<Actuation> actuationEvents() {
    return actuationEvents;
  }
}
