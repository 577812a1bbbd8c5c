package io.wattune.testbed.standin;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The log of what the devices of a folder really took, read back: energy between two times of day.
 * Between two lines of the log power counts as constant. Immutable. Test: {@code StandInTest}.
 */
public final class TruthTable {
  private static final int NANOS = 0;
  private static final int PLACE = 1;
  private static final int JOULES = 2;
  private static final int OWN_JOULES = 3;
  private static final int CORE_CEILING = 9;
  private static final int MEMORY_CEILING = 10;
  private static final int LIMIT = 11;
  private static final int FIELDS = 12;
  private static final long SECOND = 1_000_000_000L;

  private record Line(long epochNanos, double joules, double ownJoules, Registers set) {}

  /**
   * What ran at other settings than the device's own.
   *
   * @param seconds how long
   * @param joules energy that it took
   * @param ownJoules energy that the same work would have taken at own settings
   */
  public record Tuned(long seconds, double joules, double ownJoules) {

    /** What was saved, as a share of what own settings would have taken. */
    public double savedShare() {
      return 1 - joules / ownJoules;
    }
  }

  private final Map<Integer, List<Line>> lines = new HashMap<>();

  private TruthTable() {}

  /** Reads what has been written until now. */
  public static TruthTable read(StandInFolder folder) throws IOException {
    var table = new TruthTable();
    try (BufferedReader in = Files.newBufferedReader(folder.truthLog())) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split(",", -1);
        if (fields.length == FIELDS && !fields[FIELDS - 1].isEmpty()) { // The last may be a part.
          table
              .lines
              .computeIfAbsent(Integer.valueOf(fields[PLACE]), unused -> new ArrayList<>())
              .add(
                  new Line(
                      Long.parseLong(fields[NANOS]),
                      Double.parseDouble(fields[JOULES]),
                      Double.parseDouble(fields[OWN_JOULES]),
                      new Registers(
                          Long.parseLong(fields[CORE_CEILING]),
                          Long.parseLong(fields[MEMORY_CEILING]),
                          Long.parseLong(fields[LIMIT]))));
        }
      }
    }
    return table;
  }

  /**
   * Energy that a device took between two times of day.
   *
   * @throws IllegalArgumentException where the log does not have them
   */
  public double joules(StandInFolder.Device device, long fromNanos, long toNanos) {
    return at(device, toNanos).joules - at(device, fromNanos).joules;
  }

  /** Energy that the same work would have taken at the device's own settings. */
  public double ownJoules(StandInFolder.Device device, long fromNanos, long toNanos) {
    return at(device, toNanos).ownJoules - at(device, fromNanos).ownJoules;
  }

  /**
   * The whole seconds of the time of day of which one other setting than the device's own was in
   * its registers for all of them, and for some time around.
   *
   * @param own what the device had when it was new
   * @param settleNanos how long before and after
   */
  public Tuned tuned(StandInFolder.Device device, Registers own, long settleNanos) {
    List<Line> all = lines.getOrDefault(device.place(), List.of());
    long seconds = 0;
    double joules = 0;
    double ownJoules = 0;
    int i = 0;
    while (i < all.size()) {
      Line first = all.get(i);
      Line last = first;
      for (; i < all.size() && all.get(i).set.equals(first.set); i++) {
        last = all.get(i);
      }
      long from = -Math.floorDiv(-(first.epochNanos + settleNanos), SECOND) * SECOND;
      long to = Math.floorDiv(last.epochNanos - settleNanos, SECOND) * SECOND;
      if (to > from && !first.set.equals(own)) {
        seconds += (to - from) / SECOND;
        joules += joules(device, from, to);
        ownJoules += ownJoules(device, from, to);
      }
    }
    return new Tuned(seconds, joules, ownJoules);
  }

  private Line at(StandInFolder.Device device, long epochNanos) {
    List<Line> all = lines.getOrDefault(device.place(), List.of());
    int low = 0;
    int high = all.size() - 1;
    if (all.size() < 2
        || all.get(low).epochNanos > epochNanos
        || all.get(high).epochNanos < epochNanos) {
      throw new IllegalArgumentException(
          "the log of device " + device.place() + " does not have the time " + epochNanos);
    }
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).epochNanos <= epochNanos) {
        low = middle;
      } else {
        high = middle;
      }
    }
    Line before = all.get(low);
    Line after = all.get(high);
    double share =
        (double) (epochNanos - before.epochNanos)
            / Math.max(1, after.epochNanos - before.epochNanos);
    return new Line(
        epochNanos,
        before.joules + share * (after.joules - before.joules),
        before.ownJoules + share * (after.ownJoules - before.ownJoules),
        before.set);
  }
}
