package io.wattune.collectors.process;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.DeviceWithEvents;
import io.wattune.collectors.device.EventSource;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A device whose processes are reported once each, whoever reports them.
 *
 * <p>A process that the device lists is an activity of level process from when it is first seen, in
 * whichever life of the agent that was. While it, or a process that it descends from, reports
 * activities of that level itself, it has none: it would compete with itself, and each would get
 * half. The listed one ends where the process's own begins, to the nanosecond, and begins anew, as
 * another piece, where the last of them ended, once there has been none for five seconds.
 *
 * <p>For the device's thread. Test: {@code FoundProcessesTest}.
 */
public final class FoundProcesses extends DeviceWithEvents {
  private static final long LOOK_NANOS = 1_000_000_000L;

  /** How often the file says that they are still there. */
  private static final long KEEP_NANOS = 10_000_000_000L;

  /** Processes of the earlier life that are not seen by then have ended. */
  private static final long GRACE_NANOS = 5_000_000_000L;

  private static final String PID = "pid";

  private final ReportedProcesses reported;
  private final ProcessFile kept;
  private final LongSupplier epochNanos;
  private final Map<String, ReportedProcess> found = new LinkedHashMap<>();
  private final Map<String, ReportedProcess> earlier = new HashMap<>();
  private final long beganNanos;
  private long lookedAtNanos;
  private long keptAtNanos;
  private long version;
  private boolean hasChanged;

  /**
   * A device with its processes.
   *
   * @param device owned by the result
   * @param epochNanos the agent's clock
   */
  public FoundProcesses(
      DeviceSource device, ReportedProcesses reported, ProcessFile kept, LongSupplier epochNanos) {
    super(device);
    this.reported = reported;
    this.kept = kept;
    this.epochNanos = epochNanos;
    this.beganNanos = epochNanos.getAsLong();
    this.lookedAtNanos = beganNanos - LOOK_NANOS;
    this.keptAtNanos = beganNanos;
    kept.earlier(device.device()).forEach(each -> earlier.put(each.id(), each));
  }

  @Override
  protected void drain(EventSource.Sink sink) throws DeviceException {
    source().events().drain(new Processes(sink));
    long now = epochNanos.getAsLong();
    boolean isDue = now - lookedAtNanos >= LOOK_NANOS || now < lookedAtNanos;
    if (isDue || version != reported.version()) {
      look(now, sink);
    }
    if (hasChanged || (!found.isEmpty() && now - keptAtNanos >= KEEP_NANOS)) {
      hasChanged = false;
      keptAtNanos = now;
      kept.keep(device(), List.copyOf(found.values()), now);
    }
  }

  @SuppressWarnings("ReferenceEquality") // One of which nothing has changed is the same object.
  private void look(long now, EventSource.Sink sink) {
    lookedAtNanos = now;
    version = reported.version();
    for (Map.Entry<String, ReportedProcess> each : found.entrySet()) {
      ReportedProcess next = looked(each.getValue(), now, sink);
      hasChanged |= next != each.getValue();
      each.setValue(next);
    }
    if (!earlier.isEmpty() && now - beganNanos >= GRACE_NANOS) {
      earlier.values().stream()
          .filter(ReportedProcess::isShown)
          .forEach(each -> sink.activity(each.activity(device(), kept.earlierSeenNanos())));
      earlier.clear();
      hasChanged = true;
    }
  }

  private ReportedProcess looked(ReportedProcess process, long now, EventSource.Sink sink) {
    ReportedTime own = own(process);
    if (process.isShown()) {
      if (own == null || own.toNanos() <= process.startNanos()) {
        return process;
      }
      sink.activity(process.activity(device(), own.fromNanos()));
      return process.hidden();
    }
    if (own != null && (own.isOpen() || now - own.toNanos() < ReportedProcesses.QUIET_NANOS)) {
      return process;
    }
    ReportedProcess next = process.from(own == null ? now : own.toNanos());
    sink.activity(next.activity(device(), Activity.RUNNING));
    return next;
  }

  private @Nullable ReportedTime own(ReportedProcess process) {
    try {
      return reported.of(device(), Long.parseLong(process.labels().getOrDefault(PID, "")));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Takes what the device says of its processes; hands all else on. */
  private final class Processes implements EventSource.Sink {
    private final EventSource.Sink sink;

    Processes(EventSource.Sink sink) {
      this.sink = sink;
    }

    @Override
    public void activity(Activity activity) {
      if (activity.book() != Book.PROCESS || !activity.labels().containsKey(PID)) {
        sink.activity(activity);
      } else if (activity.hasEnded()) {
        ended(activity);
      } else {
        started(activity);
      }
    }

    private void started(Activity activity) {
      hasChanged = true;
      ReportedProcess before = earlier.remove(activity.activityId());
      ReportedProcess process = ReportedProcess.of(activity);
      if (before != null) {
        process = before.isShown() ? before : before.from(activity.startNanos());
      }
      ReportedTime own = own(process);
      boolean isCovered =
          own != null
              && own.fromNanos() <= process.startNanos()
              && own.toNanos() > process.startNanos();
      if (isCovered) {
        process = process.hidden();
      } else {
        sink.activity(process.activity(device(), Activity.RUNNING));
      }
      found.put(activity.activityId(), process);
    }

    private void ended(Activity activity) {
      hasChanged = true;
      ReportedProcess process = found.remove(activity.activityId());
      if (process == null) {
        sink.activity(activity);
      } else if (process.isShown()) {
        sink.activity(process.activity(device(), activity.endNanos()));
      }
    }

    @Override
    public void counters(CounterReading reading) {
      sink.counters(reading);
    }
  }
}
