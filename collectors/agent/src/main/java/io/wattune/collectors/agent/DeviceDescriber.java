package io.wattune.collectors.agent;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Describes a device, and knows whether that is news. Every ten minutes the same is news, too: who
 * reads may have forgotten the device while it was silent, and what was said once may have been
 * dropped from a spool that was full. For the device's reader thread.
 */
final class DeviceDescriber {
  private static final long AGAIN_NANOS = 600_000_000_000L;

  private final DeviceSource source;
  private final DescriptionRules rules;
  private @Nullable DeviceDescriptor last;

  DeviceDescriber(DeviceSource source, DescriptionRules rules) {
    this.source = source;
    this.rules = rules;
  }

  /** The device's description; null where it says the same as the last one not long ago. */
  @Nullable DeviceDescriptor describe(long nowNanos) throws DeviceException {
    Map<String, OptionalLong> keptBefore = new HashMap<>();
    if (last != null) {
      for (Tunable tunable : last.tunables()) {
        keptBefore.put(tunable.name(), kept(tunable));
      }
    }
    DeviceDescriptor read = source.describe(nowNanos);
    List<Tunable> tunables = new ArrayList<>();
    for (Tunable tunable : read.tunables()) {
      tunables.add(
          tunable
              .withOwnValue(
                  ownValue(tunable, keptBefore.getOrDefault(tunable.name(), OptionalLong.empty())))
              .writable(rules.isWritable().test(read.device(), tunable.name())));
    }
    if (last != null
        && Math.abs(nowNanos - last.describedAtNanos()) < AGAIN_NANOS
        && with(read, tunables, last.describedAtNanos()).equals(last)) {
      return null;
    }
    last = with(read, tunables, nowNanos);
    return last;
  }

  /** Whether an own setting that is needed for tuning was not known when it was last described. */
  boolean misses() {
    return last != null
        && last.tunables().stream()
            .anyMatch(tunable -> tunable.isWritable() && tunable.ownValue().isEmpty());
  }

  /**
   * What is kept counts before what the control has now. It is asked for before and after the
   * control was read: the writer may begin or end its work in between.
   */
  private OptionalLong ownValue(Tunable tunable, OptionalLong keptBefore) throws DeviceException {
    OptionalLong kept = kept(tunable);
    return kept.isPresent() ? kept : keptBefore.isPresent() ? keptBefore : tunable.ownValue();
  }

  private OptionalLong kept(Tunable tunable) throws DeviceException {
    return rules.own().ownValue(source.device(), tunable.name());
  }

  private DeviceDescriptor with(DeviceDescriptor read, List<Tunable> tunables, long atNanos) {
    return new DeviceDescriptor(
        read.device(),
        read.node(),
        rules.rack() == null ? read.rack() : rules.rack(),
        read.vendor(),
        read.model(),
        read.driver(),
        read.parent(),
        atNanos,
        read.signals(),
        tunables);
  }
}
