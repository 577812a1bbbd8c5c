package io.wattune.collectors.running;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which activity of level kernel runs on each device, by the starts and ends that are seen. With
 * several at once on a device no configuration is that of what runs, so nothing is said of it then.
 * Not thread safe. Test: {@code RunningKernelsTest}.
 */
final class RunningKernels {
  /** Most open kernels of one device: a source that never ends them is a fault. */
  static final int MOST_OPEN = 1_024;

  private final Map<String, Map<String, RunningActivity>> open = new HashMap<>();

  /**
   * An activity has started, or ended.
   *
   * @return whether what runs on its device has changed by it
   */
  @SuppressWarnings("ReferenceEquality") // Another activity is another object.
  boolean seen(Activity activity) {
    if (activity.book() != Book.KERNEL) {
      return false;
    }
    String device = activity.device();
    RunningActivity before = on(device);
    Map<String, RunningActivity> here =
        open.computeIfAbsent(device, unused -> new LinkedHashMap<>());
    if (activity.hasEnded()) {
      here.remove(activity.activityId());
    } else if (here.size() < MOST_OPEN) {
      here.put(
          activity.activityId(),
          new RunningActivity(device, activity.name(), activity.startNanos()));
    }
    return before != on(device);
  }

  /** The one that runs; null where none or several do. */
  @Nullable RunningActivity on(String device) {
    Map<String, RunningActivity> here = open.get(device);
    return here == null || here.size() != 1 ? null : here.values().iterator().next();
  }

  /** All that run alone on their device. */
  List<RunningActivity> all() {
    List<RunningActivity> all = new ArrayList<>();
    for (String device : open.keySet()) {
      RunningActivity one = on(device);
      if (one != null) {
        all.add(one);
      }
    }
    return all;
  }
}
