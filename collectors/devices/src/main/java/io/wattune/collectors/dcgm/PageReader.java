package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import io.wattune.schemas.failure.FailureWords;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One reader of an exporter's pages: a device, or a device's counters. It has each page once. Used
 * by one thread, but for close.
 */
final class PageReader implements AutoCloseable {
  private final ExporterPages pages;
  private final long periodNanos;
  private final Runnable leave;
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private @Nullable Long hadNanos;

  PageReader(ExporterPages pages, long periodNanos, Runnable leave) {
    this.pages = pages;
    this.periodNanos = periodNanos;
    this.leave = leave;
  }

  URI uri() {
    return pages.uri();
  }

  /** How long ago that was, on the clock of {@link PageAnswer#askedNanos}. */
  long ageNanos(long nanos) {
    return pages.ageNanos(nanos);
  }

  /** What has come since the last call, oldest first; asks for more, and does not wait for it. */
  List<PageAnswer> take() {
    pages.want(periodNanos);
    List<PageAnswer> taken = pages.since(hadNanos, periodNanos);
    if (!taken.isEmpty()) {
      hadNanos = taken.get(taken.size() - 1).askedNanos();
    }
    return taken;
  }

  /** The next page, which it has not had; waits for it. */
  PageAnswer await() throws DeviceException {
    PageAnswer answer = answer();
    hadNanos = answer.askedNanos();
    return answer;
  }

  /** The page that {@link #take} or {@link #await} will give next; waits for it. */
  ExporterPage first() throws DeviceException {
    return answer().got();
  }

  private PageAnswer answer() throws DeviceException {
    try {
      return pages.newer(hadNanos, periodNanos).get();
    } catch (ExecutionException e) {
      throw new DeviceException(
          "the dcgm-exporter at " + uri() + " cannot be asked: " + FailureWords.of(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DeviceException("interrupted while the dcgm-exporter at " + uri() + " answered", e);
    }
  }

  /** The last reader's end closes the exporter's client, too. */
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      leave.run();
    }
  }
}
