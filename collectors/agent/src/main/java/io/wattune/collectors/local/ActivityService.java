package io.wattune.collectors.local;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.process.Reporter;
import io.wattune.core.ledger.Activity;
import io.wattune.schemas.codec.ActivityCodec;
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
final class ActivityService {
  /** Most activities that may be open, of all programs. */
  static final int MOST_OPEN = 4_096;

  /** Most of them of one user, so that one alone does not keep out the others. */
  static final int MOST_OPEN_EACH = 1_024;

  /** A program's clock may be ahead of the agent's by so much. */
  private static final String USER = "user";

  private static final String ROOT = "root";

  private static final long MOST_AHEAD_NANOS = 1_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final String node;
  private final DeviceNames names;
  private final AgentClock clock;
  private final RecordSink sink;
  private final NodeBooks books;
  private final AwaitedEnds awaiting;
  private final ReportedProcesses reported;
  private final LocalCounts counts;
  private final ActivityCodec activities = new ActivityCodec();
  private final WorkReadings readings;
  private final ReportedWork work;
  private final Map<String, OpenActivity> open = new LinkedHashMap<>();
  private final UserQuota quota = new UserQuota();

  ActivityService(
      String node,
      NodeBooks books,
      AgentClock clock,
      RecordSink sink,
      ReportedProcesses reported,
      LocalCounts counts) {
    this.reported = reported;
    this.node = node;
    this.names = new DeviceNames(node, books.devices());
    this.clock = clock;
    this.sink = sink;
    this.books = books;
    this.awaiting = new AwaitedEnds(books, counts);
    this.counts = counts;
    this.readings = new WorkReadings(sink, counts);
    this.work = new ReportedWork(readings);
  }

  /** What each user may take. */
  UserQuota quota() {
    return quota;
  }

  /** Number of activities that are open. */
  int open() {
    return open.size();
  }

  /** Takes a line. */
  void line(LineSender caller, String line) {
    counts.lines.inc();
    try {
      Request request = RequestReader.read(line);
      if (request instanceof Request.Start start) {
        OpenActivity opened = start(caller, start);
        opened.running().forEach(sink::happened);
        caller.answer(AnswerLines.started(opened));
      } else if (request instanceof Request.End end) {
        end(caller, end);
      } else if (request instanceof Request.Whole whole) {
        whole(caller, whole);
      } else if (request instanceof Request.Work report) {
        work(caller, report);
      } else {
        caller.answer(AnswerLines.devices(node, books.devices()));
      }
    } catch (RequestException e) {
      refuse(caller, e);
    }
  }

  /** Takes what is no line: one that is too long, or no text. */
  void fault(LineSender caller, String what) {
    counts.lines.inc();
    refuse(caller, new RequestException(null, null, what));
  }

  private void refuse(LineSender caller, RequestException failure) {
    counts.refusedLines.inc();
    caller.answer(AnswerLines.error(failure));
  }

  private OpenActivity start(LineSender caller, Request.Start start) throws RequestException {
    OpenActivity opened = opened(caller, start);
    open.put(opened.id(), opened);
    counts.started.inc();
    for (Activity activity : opened.running()) {
      reports(opened, activity);
      publish(activity);
      books.start(activity);
    }
    return opened;
  }

  private OpenActivity opened(LineSender caller, Request.Start start) throws RequestException {
    String id = start.id();
    if (open.containsKey(id) || awaiting.has(id)) {
      throw refused(
          RequestType.START,
          id,
          "an activity with the id '" + id + "' is open: make up a new id for each");
    }
    if (open.size() >= MOST_OPEN) {
      throw refused(
          RequestType.START, id, MOST_OPEN + " activities are open: send the ends of some");
    }
    if (open.values().stream().filter(each -> Objects.equals(each.user(), caller.user())).count()
        >= MOST_OPEN_EACH) {
      throw refused(
          RequestType.START,
          id,
          MOST_OPEN_EACH + " activities of yours are open: send the ends of some");
    }
    if (!quota.begin(caller.user(), clock.monotonicNanos())) {
      throw refused(
          RequestType.START,
          id,
          UserQuota.MOST_ACTIVITIES_A_MINUTE
              + " activities of yours began within a minute: send fewer, such as one for many calls");
    }
    if (start.untilClosed() && !caller.stays()) {
      throw refused(
          RequestType.START,
          id,
          "'untilClosed' needs a connection; leave it out here, and send the end");
    }
    String user = caller.user();
    var labels = new LinkedHashMap<>(start.labels());
    // Root may speak for others: a scheduler's prolog does.
    if (user != null && !(user.equals(ROOT) && labels.containsKey(USER))) {
      labels.put(USER, user);
    }
    return new OpenActivity(
        id,
        start.name(),
        start.book(),
        names.resolve(id, start.devices()),
        notAhead(RequestType.START, id, start.atNanos()),
        start.parent(),
        labels,
        start.weight(),
        start.untilClosed() ? caller : null,
        user,
        reporter(start, user));
  }

  /** Whoever the kernel does not name speaks for no process. */
  private static @Nullable Reporter reporter(Request.Start start, @Nullable String user) {
    Long pid = start.pid();
    Long begun = start.pidStart();
    return pid == null || user == null
        ? null
        : new Reporter(pid, begun == null ? null : Long.toString(begun), user);
  }

  private void whole(LineSender caller, Request.Whole whole) throws RequestException {
    Long from = whole.start().atNanos();
    long to = notAhead(RequestType.ACTIVITY, whole.start().id(), whole.end().atNanos());
    if (from != null && to <= from) {
      throw refused(
          RequestType.ACTIVITY, whole.start().id(), "its end must be after its start, was " + to);
    }
    OpenActivity opened = start(caller, whole.start());
    finish(caller, RequestType.ACTIVITY, opened, to, whole.end().outcome());
  }

  private void end(LineSender caller, Request.End end) throws RequestException {
    OpenActivity opened = theirs(caller, RequestType.END, end.id());
    long endNanos = notAhead(RequestType.END, end.id(), end.atNanos());
    if (endNanos <= opened.startNanos()) {
      if (end.atNanos() != null) {
        throw refused(
            RequestType.END,
            end.id(),
            "its end must be after its start at " + opened.startNanos() + ", was " + end.atNanos());
      }
      endNanos = opened.startNanos() + 1_000; // the agent's clock was slewed in between
    }
    finish(caller, RequestType.END, opened, endNanos, end.outcome());
  }

  /** An open activity that this caller may say something of. */
  private OpenActivity theirs(LineSender caller, RequestType ask, String id)
      throws RequestException {
    OpenActivity opened = open.get(id);
    if (opened == null) {
      throw refused(
          ask,
          id,
          "no activity with the id '"
              + LineFields.cut(id)
              + "' is open: it was not started, has ended, or the agent was started since");
    }
    String user = caller.user();
    if (user != null && !user.equals(ROOT) && !user.equals(opened.user())) {
      throw refused(
          ask,
          id,
          "it was started by another user, and only that one may "
              + (ask == RequestType.END ? "end it" : "report its work"));
    }
    return opened;
  }

  private void work(LineSender caller, Request.Work report) throws RequestException {
    OpenActivity opened = theirs(caller, RequestType.WORK, report.id());
    long from = work.untilNanos(opened);
    long to = notAhead(RequestType.WORK, report.id(), report.atNanos());
    if (to <= from) {
      if (report.atNanos() != null) {
        throw refused(
            RequestType.WORK,
            report.id(),
            "its time must be after its start and the report before, at " + from + ", was " + to);
      }
      to = from + 1_000; // the agent's clock was slewed in between
    }
    work.report(caller, opened, report, to, clock.monotonicNanos());
    caller.answer(AnswerLines.worked(opened.id(), from, to));
  }

  private void finish(
      LineSender caller,
      RequestType ask,
      OpenActivity opened,
      long endNanos,
      Request.Outcome outcome)
      throws RequestException {
    if (!outcome.counters().isEmpty() && opened.devices().size() > 1) {
      throw refused(
          ask, opened.id(), "counters need an activity on one device: name it in 'devices'");
    }
    String fault = work.fault(opened, outcome.work());
    if (fault != null) {
      throw refused(ask, opened.id(), fault);
    }
    List<Activity> ended = close(opened, endNanos, outcome.work());
    work.end(caller, opened, ended, outcome, clock.monotonicNanos());
    if (outcome.answer() == Request.Moment.NONE) {
      ended.forEach(books::forget);
      caller.answer(AnswerLines.ended(ask, opened, endNanos));
      return;
    }
    long due = clock.monotonicNanos() + outcome.waitMillis() * NANOS_PER_MILLI;
    boolean isFinal = outcome.answer() == Request.Moment.FINAL;
    awaiting.add(new AwaitedEnds.AwaitedEnd(caller, ask, opened, ended, endNanos, isFinal, due));
  }

  private List<Activity> close(OpenActivity opened, long endNanos, @Nullable Double given) {
    open.remove(opened.id());
    List<Activity> ended = opened.until(endNanos, work.total(opened, given));
    for (Activity activity : ended) {
      sink.happened(activity);
      reports(opened, activity);
      publish(activity);
      books.end(activity);
    }
    return ended;
  }

  private void reports(OpenActivity opened, Activity activity) {
    Reporter reporter = opened.reporter();
    if (reporter != null) {
      reported.seen(reporter, activity);
    }
  }

  private void publish(Activity activity) {
    sink.publish(Topic.ACTIVITY, activity.device(), activities.encode(activity));
    sink.flush();
  }

  private long notAhead(RequestType ask, String id, @Nullable Long atNanos)
      throws RequestException {
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

  private static RequestException refused(RequestType ask, String id, String why) {
    return new RequestException(ask.label(), id, why);
  }

  /** No line follows on a connection: what was to end with it does. */
  void hungUp(LineSender caller) {
    long now = clock.epochNanos();
    List<OpenActivity> held = new ArrayList<>(open.values());
    held.removeIf(opened -> opened.holder() != caller);
    held.forEach(opened -> closeAt(opened, now));
    readings.closed(caller);
  }

  /** A connection has gone, and nobody reads what it waits for. */
  void closed(LineSender caller) {
    hungUp(caller);
    awaiting.forget(caller);
  }

  /** Whether a caller waits for an answer. */
  boolean owes(LineSender caller) {
    return awaiting.owes(caller);
  }

  private void closeAt(OpenActivity opened, long nowNanos) {
    counts.endedByClose.inc();
    long end = Math.max(nowNanos, opened.startNanos() + 1_000);
    close(opened, end, null).forEach(books::forget);
    work.forget(opened);
  }

  /**
   * Brings the ledgers up to date and answers what has settled.
   *
   * @return after how long to call again though nothing has come, in nanoseconds
   */
  long work() {
    books.work(clock.monotonicNanos());
    long wait = readings.work(clock.monotonicNanos());
    return Math.min(wait, awaiting.work(clock.monotonicNanos()));
  }

  /** The agent ends: what is open ends now, since nobody will know its end. */
  void close() {
    long now = clock.epochNanos();
    new ArrayList<>(open.values()).forEach(opened -> closeAt(opened, now));
    readings.close();
    awaiting.answerAll();
  }
}
