package io.wattune.dashboard.state;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Energy by component of one device over the last minutes, and by kernel. Not thread safe. */
final class ComponentHistory {
  private static final long BIN_NANOS = 10_000_000_000L;
  private static final int MOST_BINS = 30;
  private static final int MOST_KERNELS = 50;

  private static final class Energy {
    private double joules;
    private double errorJoules;

    void add(double watts, double errorWatts, double seconds) {
      joules += watts * seconds;
      errorJoules += errorWatts * seconds;
    }
  }

  private static final class Slice {
    private final long number;
    private double seconds;
    private final Map<String, Energy> parts = new LinkedHashMap<>();

    private Slice(long number) {
      this.number = number;
    }
  }

  private static final class Kernel {
    private long activities;
    private double seconds;
    private final Map<String, Energy> parts = new HashMap<>();

    private double joules() {
      return parts.values().stream().mapToDouble(each -> each.joules).sum();
    }
  }

  private final Deque<Slice> slices = new ArrayDeque<>();
  private final Map<String, Kernel> kernels = new HashMap<>();
  private @Nullable ComponentPower newest;
  private long sinceNanos;

  void take(ComponentPower power) {
    ComponentPower before = newest;
    if (before != null && power.startNanos() <= before.startNanos()) {
      boolean isOfAnotherTime = before.startNanos() - power.startNanos() > MOST_BINS * BIN_NANOS;
      if (!isOfAnotherTime) {
        return; // a repeat
      }
      slices.clear(); // the clock was set back
    }
    if (before == null) {
      sinceNanos = power.startNanos();
    }
    newest = power;
    ComponentWatts idle = power.idle();
    if (idle == null) {
      return;
    }
    Slice slice = slice(Math.floorDiv(power.startNanos(), BIN_NANOS));
    slice.seconds += power.seconds();
    add(slice, idle, power.seconds());
    power.components().forEach(each -> add(slice, each, power.seconds()));
    power.kernels().forEach(each -> add(each, power.components()));
  }

  private static void add(Slice slice, ComponentWatts part, double seconds) {
    slice
        .parts
        .computeIfAbsent(part.name(), name -> new Energy())
        .add(part.watts(), part.errorWatts(), seconds);
  }

  private Slice slice(long number) {
    Slice last = slices.peekLast();
    if (last == null || last.number < number) {
      last = new Slice(number);
      slices.addLast(last);
    }
    while (slices.size() > MOST_BINS || slices.getFirst().number <= number - MOST_BINS) {
      slices.removeFirst();
    }
    return last;
  }

  private void add(KernelWatts ran, List<ComponentWatts> components) {
    if (kernels.size() == MOST_KERNELS && !kernels.containsKey(ran.name())) {
      kernels.entrySet().stream()
          .min(Comparator.comparingDouble(each -> each.getValue().joules()))
          .ifPresent(least -> kernels.remove(least.getKey()));
    }
    Kernel kernel = kernels.computeIfAbsent(ran.name(), name -> new Kernel());
    kernel.activities += ran.activities();
    kernel.seconds += ran.seconds();
    for (int i = 0; i < components.size(); i++) {
      kernel
          .parts
          .computeIfAbsent(components.get(i).name(), name -> new Energy())
          .add(
              ran.watts().get(i),
              ran.errorWatts().isEmpty() ? 0 : ran.errorWatts().get(i),
              ran.seconds());
    }
  }

  /** The newest; null where nothing has come since a time. */
  @Nullable ComponentPower newest(long fromNanos) {
    return newest != null && newest.endNanos() >= fromNanos ? newest : null;
  }

  /** What is known; null where nothing has come. */
  @Nullable ComponentsNow now() {
    ComponentPower last = newest;
    if (last == null) {
      return null;
    }
    Set<String> names = new LinkedHashSet<>();
    names.add(ComponentWatts.IDLE);
    last.components().forEach(each -> names.add(each.name()));
    slices.forEach(each -> names.addAll(each.parts.keySet()));
    List<ComponentsNow.Bin> bins = new ArrayList<>();
    for (Slice each : slices) {
      bins.add(
          new ComponentsNow.Bin(each.number * BIN_NANOS, each.seconds, joules(each.parts, names)));
    }
    List<ComponentsNow.KernelEnergy> ran = new ArrayList<>();
    kernels.entrySet().stream()
        .sorted(Comparator.comparingDouble(each -> -each.getValue().joules()))
        .forEach(
            each ->
                ran.add(
                    new ComponentsNow.KernelEnergy(
                        each.getKey(),
                        each.getValue().activities,
                        each.getValue().seconds,
                        joules(each.getValue().parts, names),
                        errors(each.getValue().parts, names))));
    return new ComponentsNow(last, parts(last, names), bins, ran, sinceNanos);
  }

  private List<ComponentsNow.ComponentEnergy> parts(ComponentPower last, Set<String> names) {
    List<ComponentsNow.ComponentEnergy> parts = new ArrayList<>();
    for (String name : names) {
      var sum = new Energy();
      for (Slice each : slices) {
        Energy energy = each.parts.get(name);
        if (energy != null) {
          sum.joules += energy.joules;
          sum.errorJoules += energy.errorJoules;
        }
      }
      ComponentWatts known =
          Stream.concat(last.components().stream(), Stream.ofNullable(last.idle()))
              .filter(each -> each.name().equals(name))
              .findFirst()
              .orElse(null);
      parts.add(
          new ComponentsNow.ComponentEnergy(
              name,
              known == null ? null : (Double) known.watts(),
              known == null ? null : (Double) known.errorWatts(),
              sum.joules,
              sum.errorJoules,
              known == null ? List.of() : known.counters(),
              known == null ? List.of() : known.merged()));
    }
    return parts;
  }

  private static List<Double> errors(Map<String, Energy> parts, Set<String> names) {
    List<Double> errors = new ArrayList<>();
    for (String name : names) {
      Energy energy = parts.get(name);
      errors.add(energy == null ? 0 : energy.errorJoules);
    }
    return errors;
  }

  private static List<Double> joules(Map<String, Energy> parts, Set<String> names) {
    List<Double> joules = new ArrayList<>();
    for (String name : names) {
      Energy energy = parts.get(name);
      joules.add(energy == null ? 0 : energy.joules);
    }
    return joules;
  }
}
