package io.wattune.collectors.local;

import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
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
   * @param pid number of the process that it is about; null where that is not said
   * @param pidStart start of that process in clock ticks since boot
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
      @Nullable Long atNanos,
      @Nullable Long pid,
      @Nullable Long pidStart)
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

  /**
   * Work of an activity that goes on. Either the work since the report before, or a total, is null.
   *
   * @param atNanos until when, epoch nanoseconds; null for now
   */
  record Work(
      String id,
      @Nullable Double delta,
      @Nullable Double total,
      WorkSignal signal,
      @Nullable Long atNanos)
      implements Request {}

  /** Which devices there are. */
  record Devices() implements Request {}

  /**
   * What is known of an activity at its end, and what its program wants to know.
   *
   * @param waitMillis longest time to wait for the energy
   */
  record Outcome(
      @Nullable Double work, List<CounterValue> counters, Moment answer, long waitMillis) {
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
