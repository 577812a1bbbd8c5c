package io.wattune.collectors.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A sender on manual time, without threads. */
final class SenderRun {
  static final PublisherSettings SETTINGS =
      new PublisherSettings(
          20_000,
          5_000,
          20,
          1 << 20,
          Duration.ofSeconds(3),
          Duration.ofMillis(200),
          Duration.ofSeconds(5));

  final ScriptedBroker broker;
  final PublisherCounts counts = new PublisherCounts();
  final RecordQueue queue;
  final DiskSpool spool;
  final Sender sender;
  final List<String> changes = new ArrayList<>();
  long nowNanos = -500; // Monotonic time may be anything.
  int published;

  SenderRun(Path folder, ScriptedBroker broker) throws IOException {
    this(folder, broker, SETTINGS);
  }

  SenderRun(Path folder, ScriptedBroker broker, PublisherSettings settings) throws IOException {
    this.broker = broker;
    this.queue =
        new RecordQueue(settings.queueBytes(), record -> counts.dropped(record.topic(), 1));
    this.spool = DiskSpool.open(folder, settings.spoolBytes(), counts::dropped);
    var probe = new BrokerSearch(broker, Runnable::run, settings, () -> 1);
    this.sender = new Sender(queue, spool, probe, settings, counts, () -> {}, changes::add);
  }

  void publish(int records) {
    for (int i = 0; i < records; i++) {
      queue.offer(Numbered.record(published++));
    }
  }

  /** Steps for so long, 10 ms at a time. */
  void run(Duration duration) {
    long end = nowNanos + duration.toNanos();
    while (nowNanos < end) {
      sender.step(nowNanos);
      nowNanos += 10_000_000L;
    }
  }

  void finish() throws IOException {
    sender.finish();
    spool.close();
  }
}
