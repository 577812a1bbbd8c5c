package io.wattune.core.saving;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.inforce.ReadBacks;
import io.wattune.core.tunable.Configuration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which settings were in force at a device, and when, as far as its node's answers show. Decisions
 * and answers may come in any order, late and repeated: what is said of a time depends only on what
 * has come. Times are the node's clock.
 *
 * <p>What a decision wishes counts from the answer that it was applied until the next answer or the
 * end of its lease. Where the next answer is that the same had to be written again, it was gone in
 * between, since whenever: somebody else had changed it, or a writer was killed and its guardian
 * had restored, which nobody reports. A failed or refused part makes all unknown until the next
 * whole answer. Before the first answer the own settings are in force, but for the longest lease
 * after the first record that could be read: one from before may still have run.
 */
final class SettingsHistory {
  static final long NEVER = Long.MIN_VALUE;

  /** For so much of an invocation its settings may be others: it begins before they are set. */
  private static final double LATE_SHARE = 0.05;

  private static final int MOST_EVENTS = 4096;
  private static final int MOST_PLANS = 2048;

  private final TreeSet<Event> events =
      new TreeSet<>(
          Comparator.comparingLong(Event::atNanos)
              .thenComparingLong(Event::epoch)
              .thenComparingLong(Event::sequence)
              .thenComparing(Event::kind)
              .thenComparingLong(Event::untilNanos));
  private final ReadBacks readBacks = new ReadBacks();
  private final LinkedHashMap<Place, Wish> plans = new LinkedHashMap<>();
  private Map<String, Long> own = Map.of();
  private @Nullable Plan newest;

  /** Before the first event that is kept, nothing is known until here. */
  private long knownFromNanos;

  private long forgotten;

  private enum Kind {
    RESTORED,
    RENEWED,
    WRITTEN,
    /** Written, since somebody else had changed what was in force before. */
    MENDED,
    DOUBTED
  }

  private record Place(long epoch, long sequence) {}

  private record Wish(Plan plan, long basedOnNanos) {}

  private record Event(long atNanos, long epoch, long sequence, Kind kind, long untilNanos) {
    static Event edge(long atNanos) {
      return new Event(atNanos, Long.MAX_VALUE, Long.MAX_VALUE, Kind.DOUBTED, Long.MAX_VALUE);
    }

    Place place() {
      return new Place(epoch, sequence);
    }
  }

  /**
   * An empty history.
   *
   * @param sinceNanos from when on records could be read, epoch nanoseconds
   */
  SettingsHistory(long sinceNanos) {
    this.knownFromNanos = sinceNanos + SavingSettings.LONGEST_LEASE_NANOS;
  }

  /**
   * Takes the own values of the tunables.
   *
   * @return whether they are others than before
   */
  boolean own(Map<String, Long> values) {
    if (values.equals(own)) {
      return false;
    }
    own = Map.copyOf(values);
    return true;
  }

  /**
   * Takes a decision.
   *
   * @return from when on what was said may be another now; {@code Long.MAX_VALUE} where nothing is
   */
  long take(Decision.ForDevice decision) {
    Place place = new Place(decision.epoch(), decision.sequence());
    Plan wished = Plan.of(decision);
    Plan before = newest;
    // A renewal: one object for all of them.
    Plan plan = before != null && before.equals(wished) ? before : wished;
    newest = plan;
    if (plans.put(place, new Wish(plan, decision.basedOnNanos())) == null
        && plans.size() > MOST_PLANS) {
      plans.remove(plans.keySet().iterator().next());
      forgotten++;
    }
    for (Event event : events) {
      if (event.place().equals(place)) {
        return changedFrom(event);
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * Takes an answer, or what a node did by itself.
   *
   * @return from when on what was said may be another now; {@code Long.MAX_VALUE} where nothing is
   */
  long take(Actuation actuation) {
    readBacks.take(actuation.inForce());
    long from =
        actuation.inForce().isEmpty() ? Long.MAX_VALUE : actuation.inForce().get(0).fromNanos();
    return Math.min(from, takeEvent(actuation));
  }

  private long takeEvent(Actuation actuation) {
    Kind kind = kind(actuation);
    if (kind == null) {
      return Long.MAX_VALUE;
    }
    long at = actuation.atNanos();
    long until = kind == Kind.RESTORED ? Long.MAX_VALUE : at + actuation.leaseLeftNanos();
    var event = new Event(at, actuation.epoch(), actuation.sequence(), kind, until);
    if (!events.add(event)) {
      return Long.MAX_VALUE;
    }
    if (events.size() > MOST_EVENTS) {
      events.pollFirst();
      knownFromNanos = Math.max(knownFromNanos, events.first().atNanos());
      forgotten++;
    }
    // Twice as long as an energy may come late.
    forgetBefore(events.last().atNanos() - 2 * SavingSettings.KEEP_NANOS);
    return changedFrom(event);
  }

  private long changedFrom(Event event) {
    Event before = events.lower(event);
    return before != null && wasGone(before, event) ? before.atNanos() : event.atNanos();
  }

  /** Whether what an event had put in force was gone before the next one came. */
  private boolean wasGone(@Nullable Event event, Event next) {
    if (next.kind() != Kind.WRITTEN || event == null) {
      return next.kind() == Kind.MENDED;
    }
    Plan plan = event.kind() == Kind.RESTORED || event.kind() == Kind.DOUBTED ? null : plan(event);
    return plan != null
        && plan.equals(plan(next))
        && !plan.isOwn(own)
        && next.atNanos() <= event.untilNanos();
  }

  /** What an answer means; null where what was in force still is. */
  private static @Nullable Kind kind(Actuation actuation) {
    return switch (actuation.outcome()) {
      case APPLIED, PENDING, RENEWED ->
          actuation.reason().equals(ActuationReason.OUTSIDE_CHANGE.code())
              ? Kind.MENDED
              : actuation.outcome() == ActuationOutcome.RENEWED ? Kind.RENEWED : Kind.WRITTEN;
      case PARTLY_APPLIED -> Kind.DOUBTED;
      case SWITCHED -> isWhole(actuation) ? null : Kind.DOUBTED;
      case RESTORED -> Kind.RESTORED;
      case REFUSED, CLAIMED -> null;
    };
  }

  private static boolean isWhole(Actuation actuation) {
    for (ControlOutcome each : actuation.controls()) {
      if (each.status() == ControlStatus.FAILED || each.status() == ControlStatus.REFUSED) {
        return false;
      }
    }
    return true;
  }

  /**
   * What was in force for a kernel from a time to another. While a short one ran it may have been
   * the settings of the kernel before, whatever was wished: there only what was read back counts.
   */
  SettingsDuring of(String kernel, long startNanos, long endNanos) {
    SettingsDuring wished = wished(kernel, startNanos, endNanos);
    long length = endNanos - startNanos;
    if (length >= SavingSettings.SHORTEST_NANOS || isOneForAll(startNanos, endNanos)) {
      return wished;
    }
    boolean isReadBack =
        wished == SettingsDuring.OTHER
            || (wished == SettingsDuring.OWN
                && wasOwn(kernel, startNanos, endNanos, (long) (length * LATE_SHARE)));
    return isReadBack ? wished : SettingsDuring.TOO_SHORT;
  }

  private SettingsDuring wished(String kernel, long startNanos, long endNanos) {
    long from = startNanos - SavingSettings.SETTLE_NANOS;
    long to = endNanos + SavingSettings.SETTLE_NANOS;
    Event current = events.floor(Event.edge(from));
    Configuration first = inForce(current, kernel, from, to);
    boolean isSame = true;
    Configuration now = first;
    Event next = next(current);
    while (next != null && next.atNanos() <= to) {
      if (now == null || wasGone(current, next)) {
        return SettingsDuring.UNCONFIRMED;
      }
      now = inForce(next, kernel, next.atNanos(), to);
      isSame &= now != null && now.equals(first);
      current = next;
      next = next(next);
    }
    if (now == null || first == null || (next != null && wasGone(current, next))) {
      return SettingsDuring.UNCONFIRMED;
    }
    if (!isSame) {
      return SettingsDuring.SETTLING;
    }
    return first.isEmpty() ? SettingsDuring.OWN : asReadBack(kernel, startNanos, endNanos);
  }

  /**
   * Other settings should have been in force; what was read back counts. A node that does not know
   * what runs has kept its own.
   */
  private SettingsDuring asReadBack(String kernel, long startNanos, long endNanos) {
    long length = endNanos - startNanos;
    long least = length < SavingSettings.SHORTEST_NANOS ? 0 : SavingSettings.SHORTEST_NANOS / 2;
    long tolerance = Math.max(least, (long) (length * LATE_SHARE));
    ReadBacks.Proof others = readBacks.proofOfOthers(kernel, startNanos, endNanos, tolerance);
    if (others == ReadBacks.Proof.PROVEN) {
      return SettingsDuring.OTHER;
    }
    return wasOwn(kernel, startNanos, endNanos, tolerance)
        ? SettingsDuring.OWN
        : SettingsDuring.UNCONFIRMED;
  }

  private boolean wasOwn(String kernel, long startNanos, long endNanos, long tolerance) {
    return readBacks.proof(kernel, Configuration.EMPTY, startNanos, endNanos, tolerance)
        == ReadBacks.Proof.PROVEN;
  }

  /**
   * What was in force for all that ran from a time to another: the own settings for every kernel,
   * or the default configuration while no kernel had one of its own.
   */
  SettingsDuring ofAll(long startNanos, long endNanos) {
    SettingsDuring standing = of("", startNanos, endNanos);
    if (standing != SettingsDuring.OWN || isRestored(startNanos, endNanos)) {
      return standing;
    }
    // Some kernel should have had others: only what was read back says that none did.
    long tolerance = (long) ((endNanos - startNanos) * LATE_SHARE);
    ReadBacks.Proof own =
        readBacks.proof(null, Configuration.EMPTY, startNanos, endNanos, tolerance);
    return own == ReadBacks.Proof.PROVEN ? SettingsDuring.OWN : SettingsDuring.SETTLING;
  }

  private @Nullable Event next(@Nullable Event event) {
    return event != null ? events.higher(event) : events.isEmpty() ? null : events.first();
  }

  /** Whether the settings of every kernel were the own ones while a time passed. */
  boolean isRestored(long startNanos, long endNanos) {
    return wasAlways(plan -> plan.isOwn(own), startNanos, endNanos);
  }

  /** Whether whatever ran had the same settings while a time passed, at each moment of it. */
  boolean isOneForAll(long startNanos, long endNanos) {
    return wasAlways(plan -> plan.isOneForAll(own), startNanos, endNanos);
  }

  private boolean wasAlways(Predicate<Plan> isIt, long startNanos, long endNanos) {
    Event current = events.floor(Event.edge(startNanos - SavingSettings.SETTLE_NANOS));
    boolean wasAlways = is(isIt, current);
    for (Event next = next(current);
        next != null && next.atNanos() <= endNanos + SavingSettings.SETTLE_NANOS;
        next = next(next)) {
      wasAlways &= is(isIt, next);
    }
    return wasAlways;
  }

  /** Own settings, before the first event too, are the same for all. */
  private boolean is(Predicate<Plan> isIt, @Nullable Event event) {
    if (event == null || event.kind() == Kind.RESTORED) {
      return true;
    }
    Plan plan = plan(event);
    return isKnown(event) && plan != null && isIt.test(plan);
  }

  private static boolean isKnown(Event event) {
    return event.kind() == Kind.RENEWED || event.kind() == Kind.WRITTEN;
  }

  /** What an event has put in force for a kernel; null where it is not known. */
  private @Nullable Configuration inForce(
      @Nullable Event event, String kernel, long fromNanos, long toNanos) {
    if (event == null) {
      return fromNanos < knownFromNanos ? null : Configuration.EMPTY;
    }
    if (event.kind() == Kind.RESTORED) {
      return Configuration.EMPTY;
    }
    Event next = events.higher(event);
    long until = next == null ? toNanos : Math.min(toNanos, next.atNanos());
    Plan plan = plan(event);
    boolean isKnown = event.kind() != Kind.DOUBTED && until <= event.untilNanos();
    return plan == null || !isKnown ? null : plan.of(kernel, own);
  }

  private @Nullable Plan plan(Event event) {
    Wish wish = plans.get(event.place());
    return wish == null ? null : wish.plan();
  }

  /** Forgets what only says how things stood before a time. */
  void forgetBefore(long timeNanos) {
    Event standing = events.floor(Event.edge(timeNanos));
    if (standing != null && events.lower(standing) != null) {
      events.headSet(standing, false).clear();
      knownFromNanos = Math.max(knownFromNanos, standing.atNanos());
      Place place = standing.place();
      plans
          .entrySet()
          .removeIf(
              each -> each.getValue().basedOnNanos() < timeNanos && !each.getKey().equals(place));
    }
  }

  /** Decisions and answers that there was no room for. */
  long forgotten() {
    return forgotten;
  }
}
