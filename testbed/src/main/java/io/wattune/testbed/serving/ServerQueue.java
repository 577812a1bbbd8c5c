package io.wattune.testbed.serving;

import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A server that answers one request after another, as they come, with the energy that it takes. A
 * setting holds for requests whose service begins after it, and for the time between them.
 */
final class ServerQueue {
  static final long NEVER = Long.MAX_VALUE;

  private final ServingProfile profile;
  private final Deque<Request> waiting = new ArrayDeque<>();
  private ServingSetting setting;
  private ServingSetting serving;
  private Request served = Request.NONE;
  private long doneNanos = NEVER;
  private long sinceNanos;
  private double joules;

  /**
   * A request.
   *
   * @param stretch how many times as long as the profile says it is served
   */
  record Request(long arrivalNanos, double stretch) {
    private static final Request NONE = new Request(0, 0);
  }

  ServerQueue(ServingProfile profile, ServingSetting setting, long startNanos) {
    this.profile = profile;
    this.setting = setting;
    this.serving = setting;
    this.sinceNanos = startNanos;
  }

  /** When the request that is served is answered; {@link #NEVER} while none is. */
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

  boolean isServing() {
    return doneNanos != NEVER;
  }

  boolean hasAsMuchToDoAs(ServerQueue other) {
    return waiting() == other.waiting() && isServing() == other.isServing();
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

  /** The request that is served is answered; returns its latency in seconds. */
  double answer() {
    long nanos = doneNanos;
    passed(nanos);
    double latency = (nanos - served.arrivalNanos()) * 1e-9;
    doneNanos = NEVER;
    begin(nanos);
    return latency;
  }

  private void begin(long nanos) {
    Request next = isServing() ? null : waiting.pollFirst();
    if (next != null) {
      served = next;
      serving = setting;
      doneNanos = nanos + Math.max(1, (long) (1e9 * profile.seconds(setting) * next.stretch()));
    }
  }

  private void passed(long nanos) {
    joules = joules(nanos);
    sinceNanos = nanos;
  }
}
