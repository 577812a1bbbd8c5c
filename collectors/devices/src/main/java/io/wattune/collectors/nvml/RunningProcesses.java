package io.wattune.collectors.nvml;

import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.ledger.Activity;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The processes that use a GPU, as activities: one starts when it is first seen and ends when it is
 * seen no more, so both are late by up to a second. NVML says which there are, and nothing of how
 * much each uses: they share the GPU's energy by the ledger's rules. For one thread.
 */
final class RunningProcesses {
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private final String device;
  private final ProcessNames names;
  private final Map<Integer, Activity> running = new HashMap<>();
  private long dueNanos = Long.MIN_VALUE;
  private boolean isNever;

  RunningProcesses(String device, ProcessNames names) {
    this.device = device;
    this.names = names;
  }

  /** Looks, where a second has passed or the clock was set back. */
  void look(GpuLink link, long nowNanos, EventSource.Sink sink) throws NvmlException {
    if (isNever || (nowNanos < dueNanos && dueNanos - nowNanos <= PERIOD_NANOS)) {
      return;
    }
    dueNanos = nowNanos + PERIOD_NANOS;
    Set<Integer> seen = seen(link.nvml(), link.handle());
    if (isNever) {
      return;
    }
    for (Iterator<Activity> each = running.values().iterator(); each.hasNext(); ) {
      Activity activity = each.next();
      int pid = Integer.parseInt(activity.labels().getOrDefault("pid", "-1"));
      if (!seen.contains(pid) || !names.of(pid, activity).equals(activity.activityId())) {
        each.remove();
        sink.activity(activity.endedAt(Math.max(activity.startNanos() + 1, nowNanos)));
      }
    }
    for (int pid : seen) {
      if (!running.containsKey(pid)) {
        Activity activity = names.begun(device, pid, nowNanos);
        running.put(pid, activity);
        sink.activity(activity);
      }
    }
  }

  /** A GPU that does not list one kind may list the other. */
  private Set<Integer> seen(Nvml nvml, long gpu) throws NvmlException {
    Set<Integer> seen = new TreeSet<>();
    int refusals = 0;
    for (int kind = 0; kind < 2; kind++) {
      try {
        int[] ids = kind == 0 ? nvml.computeProcesses(gpu) : nvml.graphicsProcesses(gpu);
        for (int id : ids) {
          seen.add(id);
        }
      } catch (NvmlException e) {
        if (!e.code().isNever()) {
          throw e;
        }
        refusals++;
      }
    }
    isNever = refusals == 2;
    return seen;
  }
}
