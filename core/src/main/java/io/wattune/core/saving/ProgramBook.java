package io.wattune.core.saving;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is summed of the program of one level on one device, and what it is called. */
final class ProgramBook {
  /** What a program is called that has too many names, or none. */
  static final String PROGRAM = "(program)";

  private static final String KERNELS = "(all kernels)";
  private static final String COUNTERS = "(device counters)";
  private static final double LEAST_SHARE = 0.1;
  private static final int MOST_NAMES = 64;

  final KernelBook book = new KernelBook();
  private final Map<String, Double> secondsByName = new TreeMap<>();
  private double seconds;

  void add(Invocation one, SettingsDuring standing, WindowWork work) {
    if (work.level() == WorkLevel.COUNTERS) {
      one.estimated(OwnRates.guard(one.work(), one.seconds()));
    }
    book.add(one, standing);
    work.byName().forEach((name, delivered) -> ran(name, delivered.seconds()));
  }

  private void ran(String name, double added) {
    seconds += added;
    if (secondsByName.containsKey(name) || secondsByName.size() < MOST_NAMES) {
      secondsByName.merge(name, added, Double::sum);
    }
  }

  ProgramBook copy() {
    var copy = new ProgramBook();
    copy.book.add(book);
    copy.secondsByName.putAll(secondsByName);
    copy.seconds = seconds;
    return copy;
  }

  /** The names of what ran for a tenth of the time or more, together. */
  String name(WorkLevel level) {
    return switch (level) {
      case KERNEL -> KERNELS;
      case COUNTERS -> COUNTERS;
      case JOB, PROCESS, REQUEST -> {
        String names =
            secondsByName.entrySet().stream()
                .filter(each -> each.getValue() >= LEAST_SHARE * seconds)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" + "));
        yield names.isEmpty() ? PROGRAM : names;
      }
    };
  }
}
