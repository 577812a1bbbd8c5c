package io.wattune.collectors.process;

import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which processes report activities of level process, on which devices and from when to when. What
 * a process or its children do in that time is in its own activities, so the process that a device
 * lists must not compete with them. Thread safe. Test: {@code FoundProcessesTest}.
 */
public final class ReportedProcesses {
  /** Activities with less than this between them are one stretch. */
  static final long QUIET_NANOS = 5_000_000_000L;

  /** What ended longer ago has been seen by every device's thread. */
  private static final long KEPT_NANOS = 60_000_000_000L;

  /** Most reporters of one device that are followed. */
  private static final int MOST_REPORTERS = 1_024;

  /** A process tree that is deeper is not followed further up. */
  private static final int DEEPEST = 32;

  private static final class Stretch {
    private final Set<String> open = new HashSet<>();
    private long fromNanos = Long.MAX_VALUE;
    private long toNanos = Long.MIN_VALUE;

    ReportedTime time() {
      return new ReportedTime(fromNanos, open.isEmpty() ? toNanos : Long.MAX_VALUE);
    }
  }

  private final ProcTable processes;
  private final Map<String, Map<Reporter, Stretch>> devices = new HashMap<>();
  private volatile long version;

  public ReportedProcesses(ProcTable processes) {
    this.processes = processes;
  }

  /** A process has started an activity, or ended it. */
  public synchronized void seen(Reporter reporter, Activity activity) {
    if (activity.book() != Book.PROCESS) {
      return;
    }
    Map<Reporter, Stretch> here =
        devices.computeIfAbsent(activity.device(), unused -> new HashMap<>());
    here.values().removeIf(each -> isPast(each, activity.startNanos()));
    Stretch stretch = here.get(reporter);
    if (stretch == null) {
      if (here.size() >= MOST_REPORTERS) {
        return;
      }
      stretch = new Stretch();
      here.put(reporter, stretch);
    }
    long before = stretch.fromNanos;
    if (activity.hasEnded()) {
      stretch.open.remove(activity.activityId());
      extend(stretch, activity.startNanos(), activity.endNanos());
    } else {
      extend(stretch, activity.startNanos(), activity.startNanos());
      stretch.open.add(activity.activityId());
    }
    if (stretch.fromNanos != before) {
      version++; // What only goes on is seen soon enough with the next look.
    }
  }

  private static boolean isPast(Stretch stretch, long nowNanos) {
    return stretch.open.isEmpty() && nowNanos - stretch.toNanos > KEPT_NANOS;
  }

  private static void extend(Stretch stretch, long fromNanos, long toNanos) {
    if (stretch.open.isEmpty() && fromNanos - stretch.toNanos > QUIET_NANOS) {
      stretch.fromNanos = fromNanos; // It was quiet in between: another stretch.
    } else {
      stretch.fromNanos = Math.min(stretch.fromNanos, fromNanos);
    }
    stretch.toNanos = Math.max(stretch.toNanos, toNanos);
  }

  /** Changes when a process begins to report. */
  long version() {
    return version;
  }

  /** When a process or one that it descends from reports for itself; null where none does. */
  @Nullable ReportedTime of(String device, long pid) {
    Map<Reporter, ReportedTime> here = copy(device);
    long each = pid;
    for (int depth = 0; !here.isEmpty() && each > 1 && depth < DEEPEST; depth++) {
      ListedProcess process = ListedProcess.of(each, processes);
      List<ReportedTime> its = new ArrayList<>();
      here.forEach(
          (reporter, time) -> {
            if (reporter.is(process)) {
              its.add(time);
            }
          });
      if (!its.isEmpty()) {
        return new ReportedTime(
            its.stream().mapToLong(ReportedTime::fromNanos).min().orElseThrow(),
            its.stream().mapToLong(ReportedTime::toNanos).max().orElseThrow());
      }
      each = processes.parent(each);
    }
    return null;
  }

  private synchronized Map<Reporter, ReportedTime> copy(String device) {
    Map<Reporter, ReportedTime> copy = new HashMap<>();
    devices.getOrDefault(device, Map.of()).forEach((who, its) -> copy.put(who, its.time()));
    return copy;
  }
}
