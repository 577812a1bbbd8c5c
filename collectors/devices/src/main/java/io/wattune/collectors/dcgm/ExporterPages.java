package io.wattune.collectors.dcgm;

import io.wattune.collectors.exposition.PageClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one exporter, which all its devices share: a page shows them all. Nothing is asked
 * unless somebody wants a page, one question is on its way at a time, and who wants a page while it
 * is gets its answer.
 *
 * <p>The newest answers are kept for a while, so that each reader sees each page once although they
 * look at different times. For any thread.
 */
final class ExporterPages {
  /** Readers look once a period: more than two only wait for one that was held up. */
  private static final int MOST_KEPT = 4;

  /** Polls jitter: an eighth of a period less is the whole period. */
  private static final int JITTER = 8;

  /** How many read it: a count of {@link SharedExporters}. */
  int readers;

  private final PageClient client;
  private final LongSupplier monotonicNanos;
  private final Deque<PageAnswer> kept = new ArrayDeque<>();
  private @Nullable CompletableFuture<String> question;
  private @Nullable CompletableFuture<PageAnswer> coming;

  /**
   * None yet of an exporter.
   *
   * @throws IllegalArgumentException where that is no address of a web page
   */
  ExporterPages(URI uri, Duration patience, LongSupplier monotonicNanos) {
    client = new PageClient(uri, patience, "dcgm-exporter");
    this.monotonicNanos = monotonicNanos;
  }

  URI uri() {
    return client.uri();
  }

  /** How long ago that was, on the clock of {@link PageAnswer#askedNanos}. */
  long ageNanos(long nanos) {
    return monotonicNanos.getAsLong() - nanos;
  }

  /**
   * Asks for a page, where none is on its way and the newest is as old as the period. Does not
   * wait.
   */
  synchronized void want(long periodNanos) {
    PageAnswer newest = kept.peekLast();
    if (newest == null || ageNanos(newest.askedNanos()) >= almost(periodNanos)) {
      var unused = next();
    }
  }

  /**
   * The answers that a reader has not had, oldest first and a period apart: one that looks seldom
   * gets the newest alone. Does not wait.
   *
   * @param hadNanos when the newest was asked that the reader has had; null where it has had none
   */
  synchronized List<PageAnswer> since(@Nullable Long hadNanos, long periodNanos) {
    List<PageAnswer> due = new ArrayList<>();
    long nextNanos = 0;
    for (Iterator<PageAnswer> newestFirst = kept.descendingIterator(); newestFirst.hasNext(); ) {
      PageAnswer each = newestFirst.next();
      if (hadNanos != null && each.askedNanos() - hadNanos <= 0) {
        break;
      }
      if (due.isEmpty() || nextNanos - each.askedNanos() >= almost(periodNanos)) {
        due.add(each);
        nextNanos = each.askedNanos();
      }
    }
    Collections.reverse(due);
    return due;
  }

  /**
   * An answer that a reader has not had and that is younger than the period; else the next one,
   * which is on its way.
   */
  synchronized CompletableFuture<PageAnswer> newer(@Nullable Long hadNanos, long periodNanos) {
    PageAnswer newest = kept.peekLast();
    boolean isNew = newest != null && (hadNanos == null || newest.askedNanos() - hadNanos > 0);
    return isNew && ageNanos(newest.askedNanos()) < almost(periodNanos)
        ? CompletableFuture.completedFuture(newest)
        : next();
  }

  private static long almost(long periodNanos) {
    return periodNanos - periodNanos / JITTER;
  }

  /** The answer to the question that is on its way, or to a new one. */
  private CompletableFuture<PageAnswer> next() {
    CompletableFuture<PageAnswer> already = coming;
    if (already != null) {
      return already;
    }
    var answer = new CompletableFuture<PageAnswer>();
    coming = answer;
    long askedNanos = monotonicNanos.getAsLong();
    CompletableFuture<String> asked = client.ask();
    question = asked;
    // Where it has failed already this is done at once, and nothing is on its way again.
    var unused =
        asked
            .thenApply(ExporterPage::of)
            .whenComplete(
                (page, failure) ->
                    came(
                        answer,
                        failure == null
                            ? new PageAnswer(askedNanos, page, null)
                            : new PageAnswer(askedNanos, null, client.failure(failure))));
    return answer;
  }

  private void came(CompletableFuture<PageAnswer> answer, PageAnswer came) {
    synchronized (this) {
      coming = null;
      question = null;
      if (kept.size() == MOST_KEPT) {
        kept.removeFirst();
      }
      kept.addLast(came);
    }
    answer.complete(came);
  }

  /** Gives up what is on its way. */
  void close() {
    CompletableFuture<String> given;
    synchronized (this) {
      given = question;
    }
    if (given != null) {
      given.cancel(true);
    }
  }
}
