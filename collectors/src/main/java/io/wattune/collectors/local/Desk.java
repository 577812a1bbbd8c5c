package io.wattune.collectors.local;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Does what lines ask for: opens and ends activities, sends them to the topic, and answers with
 * their energy. Each line gets exactly one answer. For one thread.
 */
final class Desk {
  /** Most activities that may be open, of all programs. */
  static final int MOST_OPEN = 4_096;

  /** Most of them of one user, so that one alone does not keep out the others. */
  static final int MOST_OPEN_EACH = 1_024;

  /** A program's clock may be ahead of the agent's by so much. */
  private static final long MOST_AHEAD_NANOS = 1_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final String node;
  private final DeviceNames names;
  private final AgentClock clock;
  private final RecordSink sink;
  private final NodeBooks books;
  private final Awaiting awaiting;
  private final LocalCounts counts;
  private final ActivityCodec activities = new ActivityCodec();
  private final CounterReadingCodec counters = new CounterReadingCodec();
  private final Map<String, Opened> open = new LinkedHashMap<>();
  private long counterSequence;

  Desk(String node, NodeBooks books, AgentClock clock, RecordSink sink, LocalCounts counts) {
    this.node = node;
    this.names = new DeviceNames(node, books.devices());
    this.clock = clock;
    this.sink = sink;
    this.books = books;
    this.awaiting = new Awaiting(books, counts);
    this.counts = counts;
  }

  /** Number of activities that are open. */
  int open() {
    return open.size();
  }

  /** Takes a line. */
  void line(Caller caller, String line) {
    counts.lines.increment();
    try {
      Request request = RequestReader.read(line);
      if (request instanceof Request.Start start) {
        caller.answer(Answers.started(start(caller, start)));
      } else if (request instanceof Request.End end) {
        end(caller, end);
      } else if (request instanceof Request.Whole whole) {
        whole(caller, whole);
      } else {
        caller.answer(Answers.devices(node, books.devices()));
      }
    } catch (RequestException e) {
      refuse(caller, e);
    }
  }

  /** Takes what is no line: one that is too long, or no text. */
  void fault(Caller caller, String what) {
    counts.lines.increment();
    refuse(caller, new RequestException(null, null, what));
  }

  private void refuse(Caller caller, RequestException failure) {
    counts.refusedLines.increment();
    caller.answer(Answers.error(failure));
  }

  private Opened start(Caller caller, Request.Start start) throws RequestException {
    Opened opened = opened(caller, start);
    open.put(opened.id(), opened);
    counts.started.increment();
    for (Activity activity : opened.running()) {
      publish(activity);
      books.start(activity);
    }
    return opened;
  }

  private Opened opened(Caller caller, Request.Start start) throws RequestException {
    String id = start.id();
    if (open.containsKey(id) || awaiting.has(id)) {
      throw refused(
          Ask.START, id, "an activity with the id '" + id + "' is open: make up a new id for each");
    }
    if (open.size() >= MOST_OPEN) {
      throw refused(Ask.START, id, MOST_OPEN + " activities are open: send the ends of some");
    }
    if (open.values().stream().filter(each -> Objects.equals(each.user(), caller.user())).count()
        >= MOST_OPEN_EACH) {
      throw refused(
          Ask.START, id, MOST_OPEN_EACH + " activities of yours are open: send the ends of some");
    }
    if (start.untilClosed() && !caller.stays()) {
      throw refused(
          Ask.START, id, "'untilClosed' needs a connection; leave it out here, and send the end");
    }
    String user = caller.user();
    var labels = new LinkedHashMap<>(start.labels());
    if (user != null) {
      labels.put("user", user);
    }
    return new Opened(
        id,
        start.name(),
        start.book(),
        names.resolve(id, start.devices()),
        notAhead(Ask.START, id, start.atNanos()),
        start.parent(),
        labels,
        start.weight(),
        start.untilClosed() ? caller : null,
        user);
  }

  private void whole(Caller caller, Request.Whole whole) throws RequestException {
    Long from = whole.start().atNanos();
    long to = notAhead(Ask.ACTIVITY, whole.start().id(), whole.end().atNanos());
    if (from != null && to <= from) {
      throw refused(Ask.ACTIVITY, whole.start().id(), "its end must be after its start, was " + to);
    }
    Opened opened = start(caller, whole.start());
    finish(caller, Ask.ACTIVITY, opened, to, whole.end().outcome());
  }

  private void end(Caller caller, Request.End end) throws RequestException {
    Opened opened = open.get(end.id());
    if (opened == null) {
      throw refused(
          Ask.END,
          end.id(),
          "no activity with the id '"
              + LineFields.cut(end.id())
              + "' is open: it was not started, has ended, or the agent was started since");
    }
    String user = caller.user();
    if (user != null && !user.equals("root") && !user.equals(opened.user())) {
      throw refused(
          Ask.END, end.id(), "it was started by another user, and only that one may end it");
    }
    long endNanos = notAhead(Ask.END, end.id(), end.atNanos());
    if (endNanos <= opened.startNanos()) {
      if (end.atNanos() != null) {
        throw refused(
            Ask.END,
            end.id(),
            "its end must be after its start at " + opened.startNanos() + ", was " + end.atNanos());
      }
      endNanos = opened.startNanos() + 1_000; // the agent's clock was slewed in between
    }
    finish(caller, Ask.END, opened, endNanos, end.outcome());
  }

  private void finish(Caller caller, Ask ask, Opened opened, long endNanos, Request.Outcome outcome)
      throws RequestException {
    if (!outcome.counters().isEmpty() && opened.devices().size() > 1) {
      throw refused(
          ask, opened.id(), "counters need an activity on one device: name it in 'devices'");
    }
    counts.ended.increment();
    List<Activity> ended = close(opened, endNanos, outcome);
    if (outcome.answer() == Request.Moment.NONE) {
      ended.forEach(books::forget);
      caller.answer(Answers.ended(ask, opened, endNanos));
      return;
    }
    long due = clock.monotonicNanos() + outcome.waitMillis() * NANOS_PER_MILLI;
    boolean isFinal = outcome.answer() == Request.Moment.FINAL;
    awaiting.add(new Awaiting.Asked(caller, ask, opened, ended, endNanos, isFinal, due));
  }

  private List<Activity> close(Opened opened, long endNanos, Request.Outcome outcome) {
    open.remove(opened.id());
    List<Activity> ended = opened.until(endNanos, outcome.work());
    for (Activity activity : ended) {
      publish(activity);
      books.end(activity);
      if (!outcome.counters().isEmpty()) {
        publish(activity, outcome);
      }
    }
    return ended;
  }

  private void publish(Activity activity) {
    sink.publish(Topic.ACTIVITY, activity.device(), activities.encode(activity));
    sink.flush();
  }

  private void publish(Activity activity, Request.Outcome outcome) {
    var reading =
        new CounterReading(
            activity.device(),
            counterSequence++,
            activity.startNanos(),
            activity.endNanos(),
            activity.book(),
            activity.activityId(),
            activity.name(),
            outcome.counters(),
            false);
    sink.counted(reading, counters);
    sink.flush();
  }

  private long notAhead(Ask ask, String id, @Nullable Long atNanos) throws RequestException {
    long now = clock.epochNanos();
    if (atNanos == null) {
      return now;
    }
    if (atNanos > now + MOST_AHEAD_NANOS) {
      throw refused(
          ask,
          id,
          "its time lies "
              + (atNanos - now) / NANOS_PER_MILLI
              + " ms ahead of the agent's clock; times are nanoseconds since 1970, UTC");
    }
    return atNanos;
  }

  private static RequestException refused(Ask ask, String id, String why) {
    return new RequestException(ask.label(), id, why);
  }

  /** No line follows on a connection: what was to end with it does. */
  void hungUp(Caller caller) {
    long now = clock.epochNanos();
    List<Opened> held = new ArrayList<>(open.values());
    held.removeIf(opened -> opened.holder() != caller);
    held.forEach(opened -> closeAt(opened, now));
  }

  /** A connection has gone, and nobody reads what it waits for. */
  void closed(Caller caller) {
    hungUp(caller);
    awaiting.forget(caller);
  }

  /** Whether a caller waits for an answer. */
  boolean owes(Caller caller) {
    return awaiting.owes(caller);
  }

  private void closeAt(Opened opened, long nowNanos) {
    counts.endedByClose.increment();
    long end = Math.max(nowNanos, opened.startNanos() + 1_000);
    close(opened, end, Request.Outcome.NOTHING).forEach(books::forget);
  }

  /**
   * Brings the ledgers up to date and answers what has settled.
   *
   * @return after how long to call again though nothing has come, in nanoseconds
   */
  long work() {
    books.work(clock.monotonicNanos());
    return awaiting.work(clock.monotonicNanos());
  }

  /** The agent ends: what is open ends now, since nobody will know its end. */
  void close() {
    long now = clock.epochNanos();
    new ArrayList<>(open.values()).forEach(opened -> closeAt(opened, now));
    awaiting.answerAll();
  }
}
