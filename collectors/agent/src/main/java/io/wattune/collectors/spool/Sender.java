package io.wattune.collectors.spool;

import io.wattune.collectors.spool.DiskSpool.Sent;
import io.wattune.collectors.spool.DiskSpool.Spooled;
import io.wattune.collectors.spool.Link.Delivery;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * Moves records from the queue to the broker or to the spool, and from the spool to the broker, in
 * order; see {@link PublisherState}. One step at a time, time is a parameter: for one thread.
 *
 * <p>What a link had sent without an answer goes back: spooled records by rewinding, others to the
 * spool's end, before anything newer. So within a topic and key the broker gets records in order,
 * and only those whose fate was unknown can come twice.
 */
final class Sender {
  private static final int RECORDS_PER_STEP = 512;
  private static final long LOOKING_NANOS = 20_000_000L;

  /** Not a period in which blocks come, or both would wake the thread. */
  private static final long IDLE_NANOS = 250_000_000L;

  private static final long DISK_PAUSE_NANOS = 1_000_000_000L;

  /** If a broker is lost again and again for the same reason, that is reported once in so long. */
  private static final long SAME_AGAIN_NANOS = 60_000_000_000L;

  /** Such a one is there again when it has not been lost for so long. */
  private static final long STAYS_NANOS = 10_000_000_000L;

  private final RecordQueue queue;
  private final DiskSpool spool;
  private final BrokerSearch probe;
  private final PublisherSettings settings;
  private final PublisherCounts counts;
  private final Runnable onAnswer;
  private final Consumer<String> changes;
  private PublisherState state = PublisherState.SPOOLING;
  private @Nullable Link link;
  private boolean isDiskRefusing;
  private boolean hasReportedRefusal;
  private boolean hasReportedAway;
  private long diskDueNanos;
  private long lostNanos;
  private String reportedFailure = "";
  private String reportedReason = "";
  private long reportedNanos;
  private boolean isUnreported;

  Sender(
      RecordQueue queue,
      DiskSpool spool,
      BrokerSearch probe,
      PublisherSettings settings,
      PublisherCounts counts,
      Runnable onAnswer,
      Consumer<String> changes) {
    this.queue = queue;
    this.spool = spool;
    this.probe = probe;
    this.settings = settings;
    this.counts = counts;
    this.onAnswer = onAnswer;
    this.changes = changes;
  }

  /**
   * Does what is due.
   *
   * @param nowNanos monotonic time
   * @return how long nothing is due unless a record or an answer comes
   */
  long step(long nowNanos) {
    Link open = link;
    if (open == null) {
      return look(nowNanos);
    }
    open.release(this::settle);
    String trouble = open.trouble(nowNanos);
    if (trouble != null) {
      lose(open, trouble, nowNanos);
      return 0;
    }
    if (isUnreported && isDone() && nowNanos - lostNanos >= STAYS_NANOS) {
      isUnreported = false;
      changes.accept("spool sent");
    }
    return send(open, nowNanos);
  }

  private long look(long nowNanos) {
    spoolQueue(nowNanos);
    Producer<String, byte[]> producer = probe.poll(nowNanos);
    if (producer == null) {
      String failure = probe.lastFailure();
      // Whoever sees to a password or a right wants to know what the broker says next.
      boolean isNews = probe.isRefused() ? !failure.equals(reportedFailure) : !hasReportedAway;
      if (isNews && !failure.isEmpty()) {
        hasReportedAway = true;
        reportedFailure = failure;
        changes.accept("broker not reached (" + failure + "); records go to the spool meanwhile");
      }
      return LOOKING_NANOS;
    }
    hasReportedAway = true; // From now on a broker that is away has been there.
    reportedFailure = "";
    link = new Link(producer, settings, onAnswer);
    long spooled = spool.unreadRecords();
    state = spooled > 0 ? PublisherState.DRAINING : PublisherState.CONNECTED;
    if (!isUnreported) {
      changes.accept(
          "broker reached" + (spooled > 0 ? "; " + spooled + " spooled records go first" : ""));
    }
    return 0;
  }

  private long send(Link open, long nowNanos) {
    for (int i = 0; i < RECORDS_PER_STEP && open.hasRoom(); i++) {
      Spooled spooled = state == PublisherState.DRAINING ? spool.next() : null;
      if (spooled != null) {
        open.send(spooled.record(), spooled.position(), nowNanos);
      } else {
        drained();
        OutgoingRecord record = queue.poll();
        if (record == null) {
          return IDLE_NANOS;
        }
        open.send(record, null, nowNanos);
      }
      if (open.hasFailed()) {
        return 0;
      }
    }
    if (state == PublisherState.DRAINING && queue.isMoreThanHalfFull()) {
      spoolQueue(nowNanos);
    }
    return open.hasRoom() || open.hasNews() ? 0 : LOOKING_NANOS;
  }

  private void drained() {
    if (state == PublisherState.DRAINING) {
      state = PublisherState.CONNECTED;
      if (!isUnreported) {
        changes.accept("spool sent");
      }
    }
  }

  private void settle(Delivery delivery) {
    count(delivery);
    if (delivery.position != null) {
      spool.confirmed(delivery.position);
    }
    probe.reset();
  }

  private void count(Delivery delivery) {
    if (!delivery.isRefused()) {
      counts.confirmed.increment();
      return;
    }
    counts.dropped(delivery.record.topic(), 1);
    if (!hasReportedRefusal) {
      hasReportedRefusal = true;
      changes.accept(
          "the broker refuses records of %s bytes on %s; raise its message.max.bytes"
              .formatted(delivery.record.value().length, delivery.record.topic()));
    }
  }

  private void lose(Link lost, String reason, long nowNanos) {
    link = null;
    state = PublisherState.SPOOLING;
    lostNanos = nowNanos;
    isUnreported = reason.equals(reportedReason) && nowNanos - reportedNanos < SAME_AGAIN_NANOS;
    if (!isUnreported) {
      reportedReason = reason;
      reportedNanos = nowNanos;
      changes.accept("broker away (" + reason + "); records go to the spool");
    }
    probe.pause(nowNanos);
    spool(takeBack(lost), nowNanos);
  }

  /** Rewinds the spool to what has no answer; returns what else has none, in order. */
  private List<OutgoingRecord> takeBack(Link lost) {
    List<Sent> spooled = new ArrayList<>();
    List<OutgoingRecord> others = new ArrayList<>();
    for (Delivery delivery : lost.abandon()) {
      boolean isAnswered = delivery.isAnswered();
      if (isAnswered) {
        count(delivery);
      } else {
        counts.resent.increment();
      }
      if (delivery.position != null) {
        spooled.add(new Sent(delivery.record.topic(), delivery.position, isAnswered));
      } else if (!isAnswered) {
        others.add(delivery.record);
      }
    }
    spool.rewind(spooled);
    return others;
  }

  private void spoolQueue(long nowNanos) {
    if (!queue.isEmpty() && (!isDiskRefusing || nowNanos - diskDueNanos >= 0)) {
      spool(queue.takeAll(), nowNanos);
    }
  }

  /** Spools records; what the disk does not take goes back to the front of the queue. */
  private void spool(List<OutgoingRecord> records, long nowNanos) {
    int done = 0;
    try {
      for (; done < records.size(); done++) {
        spool.append(records.get(done));
      }
      if (isDiskRefusing && !records.isEmpty()) {
        isDiskRefusing = false;
        changes.accept("the spool can be written again");
      }
    } catch (IOException e) {
      queue.putBack(records.subList(done, records.size()));
      diskDueNanos = nowNanos + DISK_PAUSE_NANOS;
      if (!isDiskRefusing) {
        isDiskRefusing = true;
        changes.accept(
            "the spool cannot be written ("
                + FailureWords.of(e)
                + "); records are kept in memory, and the oldest dropped when it is full");
      }
    }
  }

  PublisherState state() {
    return state;
  }

  int unconfirmed() {
    return link == null ? 0 : link.unconfirmed();
  }

  /** Whether the broker is there and has everything. */
  boolean isDone() {
    return state == PublisherState.CONNECTED && queue.isEmpty() && unconfirmed() == 0;
  }

  /** Puts what the broker does not have into the spool; the last step. */
  void finish() {
    probe.abandon();
    List<OutgoingRecord> rest = new ArrayList<>();
    if (link != null) {
      link.release(this::settle);
      rest.addAll(takeBack(link));
      link = null;
    }
    rest.addAll(queue.close());
    for (OutgoingRecord record : rest) {
      try {
        spool.append(record);
      } catch (IOException e) {
        counts.dropped(record.topic(), 1);
      }
    }
  }
}
