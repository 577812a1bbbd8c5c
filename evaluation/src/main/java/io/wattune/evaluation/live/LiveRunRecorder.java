package io.wattune.evaluation.live;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicReader;
import io.wattune.pipeline.RunParts;
import io.wattune.pipeline.UpRun;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads, at the end of a live run, which kernels ran and what the ledger says of them. */
public final class LiveRunRecorder implements UpRun.Observer {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Namespace LIVE = Namespace.live();

  private static final long NEVER = Long.MIN_VALUE;

  private final Map<String, CounterReading> invoked = new HashMap<>();
  private final Map<String, LedgerEntry> energies = new HashMap<>();
  private final Map<String, LedgerEntry> rest = new HashMap<>();
  private final List<Actuation> switches = new ArrayList<>();

  @Override
  public AutoCloseable observe(RunParts running) {
    return () -> {};
  }

  @Override
  public void readingsEnded(RunParts running) {
    KafkaAccess servers = running.kafka();
    read(servers, Topic.COUNTERS, new CounterReadingCodec(), this::take);
    read(servers, Topic.ENERGY, new LedgerEntryCodec(), this::take);
    read(servers, Topic.ACTUATIONS, new ActuationCodec(), this::take);
  }

  /** Of each kernel, window and remainder the newest revision counts. */
  void take(LedgerEntry entry) {
    if (entry.book() == Book.KERNEL && !entry.isRemainder()) {
      energies.merge(entry.device() + " " + entry.activityId(), entry, LiveRunRecorder::newer);
    } else if (entry.book() == Book.KERNEL || entry.book() == Book.WINDOW10S) {
      rest.merge(entry.entryId(), entry, LiveRunRecorder::newer);
    }
  }

  private static LedgerEntry newer(LedgerEntry a, LedgerEntry b) {
    return a.revision() >= b.revision() ? a : b;
  }

  /**
   * A node has switched between configurations. Records without controls only report how many
   * switches there were, some time after the last of them.
   */
  void take(Actuation actuation) {
    if (actuation.outcome() == ActuationOutcome.SWITCHED
        && actuation.activityName() != null
        && !actuation.controls().isEmpty()) {
      switches.add(actuation);
    }
  }

  /** The counters of an invocation say that it was. */
  void take(CounterReading reading) {
    if (reading.level() == Book.KERNEL
        && reading.activityName() != null
        && !reading.isEndOfTrace()) {
      invoked.put(reading.device() + " " + reading.activityId(), reading);
    }
  }

  private static <C> void read(
      KafkaAccess servers, Topic topic, RecordCodec<C> codec, Consumer<C> receiver) {
    try (var reader = TopicReader.open(servers, LIVE.topic(topic), true, codec)) {
      reader.readToEnd(STEP, receiver);
    }
  }

  /** The invocations of a device, in their order. */
  List<CounterReading> invocations(String device) {
    return invoked.values().stream()
        .filter(each -> each.device().equals(device))
        .sorted(Comparator.comparingLong(CounterReading::startNanos))
        .toList();
  }

  /** What the ledger says of an invocation; null where it does not know it yet. */
  @Nullable LedgerEntry energy(CounterReading of) {
    return energies.get(of.device() + " " + of.activityId());
  }

  /** The ten-second windows of the devices. */
  List<LedgerEntry> windows() {
    return rest.values().stream().filter(each -> each.book() == Book.WINDOW10S).toList();
  }

  /** What no kernel took. */
  List<LedgerEntry> remainders() {
    return rest.values().stream().filter(LedgerEntry::isRemainder).toList();
  }

  /**
   * Median time from the start of a kernel to when its node had written its settings, over all
   * reported switches; empty where there is none.
   */
  OptionalLong switchedAfterNanos() {
    long[] after =
        switches.stream()
            .filter(each -> startBefore(each) != NEVER)
            .mapToLong(each -> each.atNanos() - startBefore(each))
            .sorted()
            .toArray();
    return after.length == 0 ? OptionalLong.empty() : OptionalLong.of(after[after.length / 2]);
  }

  /** Start of the newest invocation of the kernel that it was switched to. */
  private long startBefore(Actuation actuation) {
    return invoked.values().stream()
        .filter(each -> each.device().equals(actuation.device()))
        .filter(each -> Objects.equals(each.activityName(), actuation.activityName()))
        .mapToLong(CounterReading::startNanos)
        .filter(each -> each <= actuation.atNanos())
        .max()
        .orElse(NEVER);
  }

  /** All devices of which something was seen. */
  List<String> devices() {
    return invoked.values().stream().map(CounterReading::device).distinct().sorted().toList();
  }
}
