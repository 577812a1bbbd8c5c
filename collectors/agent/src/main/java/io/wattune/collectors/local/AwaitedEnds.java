package io.wattune.collectors.local;

import io.wattune.collectors.local.NodeBooks.DeviceJoules;
import io.wattune.core.ledger.Activity;
import java.util.ArrayList;
import java.util.List;

/** The ends that are answered when their energy has settled, or when their time is up. */
final class AwaitedEnds {
  /** With more than so many the oldest is answered with what there is. */
  private static final int MOST = 4_096;

  private static final long NO_HURRY_NANOS = 1_000_000_000L;

  /**
   * An end whose energy somebody waits for.
   *
   * @param isFinal whether only what cannot change any more will do
   * @param dueNanos monotonic time up to which to wait
   */
  record AwaitedEnd(
      LineSender caller,
      RequestType ask,
      OpenActivity opened,
      List<Activity> ended,
      long endNanos,
      boolean isFinal,
      long dueNanos) {}

  private final NodeBooks books;
  private final LocalCounts counts;
  private final List<AwaitedEnd> asked = new ArrayList<>();

  AwaitedEnds(NodeBooks books, LocalCounts counts) {
    this.books = books;
    this.counts = counts;
  }

  void add(AwaitedEnd one) {
    if (asked.size() >= MOST) {
      answer(asked.remove(0));
    }
    asked.add(one);
  }

  boolean has(String id) {
    return asked.stream().anyMatch(one -> one.opened().id().equals(id));
  }

  boolean owes(LineSender caller) {
    return asked.stream().anyMatch(one -> one.caller() == caller);
  }

  /** Nobody is there any more to read the answers. */
  void forget(LineSender caller) {
    asked.removeIf(
        one -> {
          boolean isGone = one.caller() == caller;
          if (isGone) {
            one.ended().forEach(books::forget);
          }
          return isGone;
        });
  }

  /**
   * Answers what has settled, and what is due.
   *
   * @return after how long something falls due, in nanoseconds
   */
  long work(long nowNanos) {
    long next = NO_HURRY_NANOS;
    List<AwaitedEnd> ready = new ArrayList<>();
    for (AwaitedEnd one : asked) {
      if (one.dueNanos() - nowNanos <= 0 || hasSettled(one)) {
        ready.add(one);
      } else {
        next = Math.min(next, one.dueNanos() - nowNanos);
      }
    }
    asked.removeAll(ready);
    ready.forEach(this::answer);
    return next;
  }

  private boolean hasSettled(AwaitedEnd one) {
    for (Activity activity : one.ended()) {
      DeviceJoules joules = books.joules(activity);
      boolean mayChange = joules.entry() != null && !joules.entry().isFinal();
      if (!joules.isSettled() || (one.isFinal() && mayChange)) {
        return false;
      }
    }
    return true;
  }

  /** The time of all is up. */
  void answerAll() {
    asked.forEach(this::answer);
    asked.clear();
  }

  private void answer(AwaitedEnd one) {
    List<DeviceJoules> parts = one.ended().stream().map(books::joules).toList();
    one.ended().forEach(books::forget);
    if (parts.stream().allMatch(part -> part.entry() != null)) {
      counts.answered.inc();
    } else {
      counts.answeredWithout.inc();
    }
    one.caller().answer(AnswerLines.energy(one.ask(), one.opened(), one.endNanos(), parts));
  }
}
