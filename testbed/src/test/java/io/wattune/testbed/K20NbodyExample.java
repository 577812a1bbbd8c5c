package io.wattune.testbed;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The simulated trace in {@code examples/k20-nbody}: a K20c that runs the n-body kernels of
 * Burtscher et al. 2014, read by nvidia-smi about every 10 ms. One long kernel with its whole tail,
 * two equal ones a second apart, and one that is over before the sensor has noticed.
 *
 * <p>From the repository root: {@code java -cp
 * testbed/target/test-classes:testbed/target/classes:core/target/classes
 * io.wattune.testbed.K20NbodyExample examples/k20-nbody}
 */
final class K20NbodyExample {
  static final long SEED = 2014;
  static final long START_NANOS =
      Instant.parse("2026-01-05T12:00:00Z").getEpochSecond() * 1_000_000_000L;

  private static final long MILLI = 1_000_000L;
  private static final long LENGTH_NANOS = 25_000 * MILLI;
  private static final double LOAD_WATTS = 158;

  private K20NbodyExample() {}

  /** Writes the three files into the folder that is given. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: K20NbodyExample <folder to write to>");
      System.exit(2);
    }
    writeTo(Path.of(arguments[0]));
  }

  /** The trace. */
  static SimulatedTrace trace() {
    SimulatedCard card = SimulatedCard.k20c();
    List<KernelRun> runs = runs();
    TruePowerCurve curve = card.curve(START_NANOS, runs);
    var sensor = new LagSensor(curve, card.sensor(), SEED);
    var poller = new NominalPoller(10 * MILLI, MILLI, card.board().stalls(runs, SEED), SEED);
    return SimulatedTrace.of(curve, sensor, poller, runs, START_NANOS, START_NANOS + LENGTH_NANOS);
  }

  /** Writes {@code gpudata.csv}, {@code activity.csv} and {@code truth.csv}. */
  static void writeTo(Path folder) throws IOException {
    SimulatedTrace trace = trace();
    var writer = new NvidiaSmiWriter(SimulatedCard.k20c().name(), 0, ZoneOffset.UTC);
    Files.createDirectories(folder);
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("gpudata.csv"))) {
      writer.writeReadings(trace, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("activity.csv"))) {
      NvidiaSmiWriter.writeActivities(trace, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("truth.csv"))) {
      NvidiaSmiWriter.writeTruth(trace, out);
    }
  }

  private static List<KernelRun> runs() {
    return List.of(
        run("nbody-700k", 3_000, 5_346_000),
        run("nbody-350k-a", 16_000, 1_336_500),
        run("nbody-350k-b", 18_336.5, 1_336_500),
        run("nbody-95k", 22_000, 107_000));
  }

  private static KernelRun run(String name, double startMillis, long durationMicros) {
    long startNanos = START_NANOS + Math.round(startMillis * MILLI);
    return new KernelRun(name, startNanos, durationMicros * 1_000, LOAD_WATTS);
  }
}
