package io.wattune.launcher.evaluate.live;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerEntry;
import io.wattune.launcher.readback.TopicReader;
import io.wattune.launcher.up.Running;
import io.wattune.launcher.up.UpRun;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads, at the end of a live run, which kernels ran and what the ledger says of them. */
final class LiveSight implements UpRun.Observer {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Namespace LIVE = Namespace.live();

  private final Map<String, Invoked> invoked = new HashMap<>();
  private final Map<String, LedgerEntry> energies = new HashMap<>();

  @Override
  public AutoCloseable observe(Running running) {
    return () -> {};
  }

  @Override
  public void readingsEnded(Running running) {
    String servers = running.bootstrapServers();
    read(servers, Topic.COUNTERS, new CounterReadingCodec(), this::take);
    read(servers, Topic.ENERGY, new LedgerEntryCodec(), this::take);
  }

  /** Of each kernel the newest revision counts. */
  void take(LedgerEntry entry) {
    if (entry.book() == Book.KERNEL && !entry.isRemainder()) {
      energies.merge(
          entry.device() + " " + entry.activityId(),
          entry,
          (a, b) -> a.revision() >= b.revision() ? a : b);
    }
  }

  /** The counters of an invocation say that it was. */
  void take(CounterReading reading) {
    String name = reading.activityName();
    if (reading.level() == Book.KERNEL && name != null && !reading.isEndOfTrace()) {
      invoked.put(
          reading.device() + " " + reading.activityId(),
          new Invoked(
              reading.device(),
              String.valueOf(reading.activityId()),
              name,
              reading.startNanos(),
              reading.endNanos()));
    }
  }

  private static <C> void read(
      String servers, Topic topic, RecordCodec<C> codec, TopicReader.Receiver<C> receiver) {
    try (var reader = TopicReader.open(servers, LIVE.topic(topic), true, codec)) {
      reader.readToEnd(STEP, receiver);
    }
  }

  /** The invocations of a device, in their order. */
  List<Invoked> invocations(String device) {
    return invoked.values().stream()
        .filter(each -> each.device().equals(device))
        .sorted(Comparator.comparingLong(Invoked::startNanos))
        .toList();
  }

  /** What the ledger says of an invocation; null where it does not know it yet. */
  @Nullable LedgerEntry energy(Invoked of) {
    return energies.get(of.device() + " " + of.activityId());
  }

  /** All devices of which something was seen. */
  List<String> devices() {
    return invoked.values().stream().map(Invoked::device).distinct().sorted().toList();
  }
}
