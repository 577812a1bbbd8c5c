package io.wattune.testbed.serving;

import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A server that answers what waits, up to its limit at once, one batch after another, with the
 * energy that it takes; with a limit of one, one request after another. A setting holds for batches
 * that begin after it, and for the time between them.
 */
final class ServerQueue {
  static final long NEVER = Long.MAX_VALUE;

  private final ServingProfile profile;
  private final Deque<Request> waiting = new ArrayDeque<>();
  private ServingSetting setting;
  private ServingSetting serving;
  private final List<Request> served = new ArrayList<>();
  private long doneNanos = NEVER;
  private long sinceNanos;
  private double joules;

  /**
   * A request.
   *
   * @param stretch how many times as long as the profile says it is served
   */
  record Request(long arrivalNanos, double stretch) {}

  ServerQueue(ServingProfile profile, ServingSetting setting, long startNanos) {
    this.profile = profile;
    this.setting = setting;
    this.serving = setting;
    this.sinceNanos = startNanos;
  }

  /** When the batch that is served is answered; {@link #NEVER} while none is. */
  long doneNanos() {
    return doneNanos;
  }

  /** The setting in force. */
  ServingSetting setting() {
    return setting;
  }

  int waiting() {
    return waiting.size();
  }

  /** Requests that are served now. */
  int running() {
    return served.size();
  }

  boolean isServing() {
    return doneNanos != NEVER;
  }

  boolean hasAsMuchToDoAs(ServerQueue other) {
    return waiting() == other.waiting() && running() == other.running();
  }

  /** Power now. */
  double watts() {
    return isServing() ? profile.busyWatts(serving) : profile.waitingWatts(setting);
  }

  /** Energy up to a time within the present state. */
  double joules(long nanos) {
    return joules + watts() * (nanos - sinceNanos) * 1e-9;
  }

  /** Another setting from now on. */
  void set(ServingSetting other, long nanos) {
    passed(nanos);
    setting = other;
  }

  /** A request comes. */
  void arrive(Request request, long nanos) {
    passed(nanos);
    waiting.addLast(request);
    begin(nanos);
  }

  /** The batch that is served is answered; returns its requests' latencies in seconds. */
  double[] answer() {
    long nanos = doneNanos;
    passed(nanos);
    double[] latencies =
        served.stream().mapToDouble(each -> (nanos - each.arrivalNanos()) * 1e-9).toArray();
    served.clear();
    doneNanos = NEVER;
    begin(nanos);
    return latencies;
  }

  private void begin(long nanos) {
    if (isServing() || waiting.isEmpty()) {
      return;
    }
    // The batch takes as long as the kind of its first request makes it.
    double stretch = waiting.getFirst().stretch();
    while (served.size() < setting.batch() && !waiting.isEmpty()) {
      served.add(waiting.removeFirst());
    }
    serving = setting.ofBatch(served.size());
    doneNanos = nanos + Math.max(1, (long) (1e9 * profile.seconds(serving) * stretch));
  }

  private void passed(long nanos) {
    joules = joules(nanos);
    sinceNanos = nanos;
  }
}
