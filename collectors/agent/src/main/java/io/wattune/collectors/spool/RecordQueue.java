package io.wattune.collectors.spool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one queue between the reader threads and the sender. Bounded in bytes; offering never blocks:
 * where the queue is full, the oldest records make room and are reported, so that a reader is never
 * held up. Thread safe.
 */
final class RecordQueue {
  private final long limitBytes;
  private final Consumer<OutgoingRecord> dropped;
  private final ArrayDeque<OutgoingRecord> records = new ArrayDeque<>();
  private long heldBytes;
  private boolean isClosed;

  /**
   * Makes an empty queue.
   *
   * @param dropped receives each record that had to make room; called under the queue's lock
   */
  RecordQueue(long limitBytes, Consumer<OutgoingRecord> dropped) {
    if (limitBytes < 1) {
      throw new IllegalArgumentException("limitBytes must be above 0, was " + limitBytes);
    }
    this.limitBytes = limitBytes;
    this.dropped = dropped;
  }

  /** Adds a record behind all others; once the queue is closed, it is dropped. */
  synchronized void offer(OutgoingRecord record) {
    if (isClosed) {
      dropped.accept(record);
      return;
    }
    records.addLast(record);
    heldBytes += record.heldBytes();
    makeRoom();
  }

  /** Puts records that were taken from here back before all others, in their order. */
  synchronized void putBack(List<OutgoingRecord> taken) {
    for (int i = taken.size() - 1; i >= 0; i--) {
      records.addFirst(taken.get(i));
      heldBytes += taken.get(i).heldBytes();
    }
    makeRoom();
  }

  private void makeRoom() {
    while (heldBytes > limitBytes) {
      OutgoingRecord oldest = records.removeFirst();
      heldBytes -= oldest.heldBytes();
      dropped.accept(oldest);
    }
  }

  /** Takes the oldest record; null where there is none. */
  synchronized @Nullable OutgoingRecord poll() {
    OutgoingRecord record = records.pollFirst();
    if (record != null) {
      heldBytes -= record.heldBytes();
    }
    return record;
  }

  /** Takes all records, oldest first. */
  synchronized List<OutgoingRecord> takeAll() {
    var all = new ArrayList<>(records);
    records.clear();
    heldBytes = 0;
    return all;
  }

  /** Takes all records, and no more after them. */
  synchronized List<OutgoingRecord> close() {
    isClosed = true;
    return takeAll();
  }

  synchronized boolean isMoreThanHalfFull() {
    return heldBytes > limitBytes / 2;
  }

  synchronized boolean isEmpty() {
    return records.isEmpty();
  }

  synchronized int size() {
    return records.size();
  }
}
