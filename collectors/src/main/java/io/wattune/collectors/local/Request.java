package io.wattune.collectors.local;

import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A line that was understood. */
sealed interface Request {

  /**
   * An activity starts.
   *
   * @param devices as the program named them; empty for all of the node
   * @param atNanos when, epoch nanoseconds; null for now
   */
  record Start(
      String id,
      String name,
      Book book,
      List<String> devices,
      @Nullable String parent,
      Map<String, String> labels,
      @Nullable Double weight,
      boolean untilClosed,
      @Nullable Long atNanos)
      implements Request {

    public Start {
      devices = List.copyOf(devices);
      labels = Map.copyOf(labels);
    }
  }

  /** It ends; {@code atNanos} is null for now. */
  record End(String id, @Nullable Long atNanos, Outcome outcome) implements Request {}

  /** It started and ended. */
  record Whole(Start start, End end) implements Request {}

  /** Which devices there are. */
  record Devices() implements Request {}

  /**
   * What is known of an activity at its end, and what its program wants to know.
   *
   * @param waitMillis longest time to wait for the energy
   */
  record Outcome(
      @Nullable Double work, List<CounterValue> counters, Moment answer, long waitMillis) {
    /** The end of an activity of which nothing more is known or wanted. */
    static final Outcome NOTHING = new Outcome(null, List.of(), Moment.NONE, 0);

    public Outcome {
      counters = List.copyOf(counters);
    }
  }

  /** When an end is answered. */
  enum Moment {
    /** At once, without energy. */
    NONE("none", 0),
    /** When the energy has settled. */
    SETTLED("settled", 10_000),
    /** When nothing can change it any more. */
    FINAL("final", 60_000);

    /** Longest wait that a line may ask for. */
    static final long LONGEST_WAIT_MILLIS = 120_000;

    private final String label;
    private final long waitMillis;

    Moment(String label, long waitMillis) {
      this.label = label;
      this.waitMillis = waitMillis;
    }

    String label() {
      return label;
    }

    /** Longest wait where the line says nothing. */
    long waitMillis() {
      return waitMillis;
    }
  }
}
