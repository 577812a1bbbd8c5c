package io.wattune.collectors.setter;

import io.wattune.collectors.writer.ActuationSink;
import io.wattune.core.decision.Actuation;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Answers that wait for the writer. A device's thread never waits for a reader: what finds no
 * place, and what nobody is there to take, is lost and counted. Thread-safe.
 */
final class AnswerQueue implements ActuationSink {
  private static final int PLACES = 1_024;

  private final BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(PLACES);
  private final AtomicLong lost = new AtomicLong();
  private volatile boolean isRead;

  @Override
  public void send(Actuation actuation) {
    if (!isRead || !waiting.offer(AnswerFrames.of(actuation))) {
      lost.incrementAndGet();
    }
  }

  /** Somebody reads from now on, or nobody does. */
  void read(boolean now) {
    isRead = now;
    waiting.clear();
  }

  @Nullable ByteBuffer next(long limitNanos) throws InterruptedException {
    return waiting.poll(limitNanos, TimeUnit.NANOSECONDS);
  }

  long lost() {
    return lost.get();
  }
}
