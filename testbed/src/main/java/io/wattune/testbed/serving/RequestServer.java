package io.wattune.testbed.serving;

/** What answers requests on a simulated GPU, from event to event on a virtual clock. */
interface RequestServer {
  long NEVER = Long.MAX_VALUE;

  /**
   * A request.
   *
   * @param stretch how many times as long as the model says it is served
   */
  record ServedRequest(long arrivalNanos, double stretch) {}

  /** When something happens by itself next; {@link #NEVER} while nothing will. */
  long nextNanos();

  /** Lets that happen; the latencies in seconds of the requests that are answered by it. */
  double[] happen();

  /** A request comes, not after {@link #nextNanos}. */
  void arrive(ServedRequest request, long nanos);

  /** Another setting from now on. */
  void set(GpuSetting other, long nanos);

  /** The setting in force. */
  GpuSetting setting();

  /** Requests that wait. */
  int waiting();

  /** Requests that are served now. */
  int running();

  /** Power now. */
  double watts();

  /** Energy up to a time within the present state. */
  double joules(long nanos);

  /** Whether another one has as many requests waiting and running. */
  default boolean hasAsMuchToDoAs(RequestServer other) {
    return waiting() == other.waiting() && running() == other.running();
  }
}
