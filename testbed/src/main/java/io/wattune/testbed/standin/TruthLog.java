package io.wattune.testbed.standin;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the devices really took, several times a second, as lines {@code
 * epochNanos,place,joules,ownJoules,busySeconds,ownBusySeconds,watts,core,memory,coreCeiling,
 * memoryCeiling,limitMilliwatts}, for comparison. An hour of one device has some 4 MB where it is
 * ten times a second. Not thread safe.
 */
final class TruthLog implements AutoCloseable {
  private final BufferedWriter out;

  TruthLog(Path file) throws IOException {
    this.out = Files.newBufferedWriter(file);
  }

  void add(long epochNanos, int place, SimulatedDevice device, Registers set) throws IOException {
    DeviceTotals totals = device.totals();
    out.write(
        "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n"
            .formatted(
                epochNanos,
                place,
                totals.joules(),
                totals.ownJoules(),
                totals.busySeconds(),
                totals.ownBusySeconds(),
                device.state().watts(),
                device.state().core(),
                device.state().memory(),
                set.coreCeiling(),
                set.memoryCeiling(),
                set.limitMilliwatts()));
  }

  /** Whoever reads has whole lines. */
  void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
