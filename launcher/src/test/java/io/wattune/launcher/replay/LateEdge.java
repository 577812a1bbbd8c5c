package io.wattune.launcher.replay;

import io.wattune.testbed.KernelRun;
import io.wattune.testbed.LagSensor;
import io.wattune.testbed.NominalPoller;
import io.wattune.testbed.SimulatedCard;
import io.wattune.testbed.SimulatedTrace;
import io.wattune.testbed.TruePowerCurve;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Twelve minutes of a simulated K20c that idles until its only kernel starts in the twelfth. */
final class LateEdge {
  private static final long SEED = 11;
  private static final long MILLI = 1_000_000L;

  /** Slower than the sensor's 15 ms and far below its lag: more polls would only take longer. */
  private static final long POLL = 20 * MILLI;

  private static final long MINUTE = 60_000 * MILLI;
  private static final long START = 1_767_614_400_000_000_000L;

  private LateEdge() {}

  static void writeTo(Path readings, Path activities) throws IOException {
    SimulatedCard card = SimulatedCard.k20c();
    List<KernelRun> runs =
        List.of(new KernelRun("kernel", START + 11 * MINUTE, 6_000 * MILLI, 158));
    TruePowerCurve curve = card.curve(START, runs);
    var poller = new NominalPoller(POLL, MILLI, card.board().stalls(runs, SEED), SEED);
    var trace =
        SimulatedTrace.of(
            curve,
            new LagSensor(curve, card.sensor(), SEED),
            poller,
            runs,
            START,
            START + 12 * MINUTE);
    try (BufferedWriter out = Files.newBufferedWriter(readings)) {
      var stamp =
          DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss.SSS", Locale.ROOT)
              .withZone(ZoneOffset.UTC);
      out.write("timestamp, index, name, power.draw [W]\n");
      for (int i = 0; i < trace.polls(); i++) {
        Instant at = Instant.EPOCH.plusNanos(trace.timesNanos()[i]);
        double watts = trace.milliwatts()[i] / 1e3;
        out.write(stamp.format(at) + ", 0, " + card.name());
        out.write(String.format(Locale.ROOT, ", %.2f\n", watts));
      }
    }
    try (BufferedWriter out = Files.newBufferedWriter(activities)) {
      out.write("start_epoch_us,end_epoch_us,name,level\n");
      for (KernelRun run : runs) {
        out.write(run.startNanos() / 1_000 + "," + run.endNanos() / 1_000 + ",kernel,kernel\n");
      }
      out.write(START / 1_000 + "," + (START + MINUTE) / 1_000 + ",first minute,span\n");
    }
  }
}
