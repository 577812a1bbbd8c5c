package io.wattune.replay;

import io.wattune.core.power.TruePower;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.ReplayResult;
import io.wattune.replay.report.SensorText;
import io.wattune.replay.report.TrueTrace;
import io.wattune.report.plot.PlotFiles;
import io.wattune.report.plot.Series;
import io.wattune.report.plot.SeriesRole;
import io.wattune.report.plot.Shade;
import io.wattune.report.plot.TracePlot;
import io.wattune.report.plot.TracePng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Draws each device of a replay: {@code plot.png}, {@code plot.html}, {@code plot-2.png}, ... */
public final class ReplayPlots {
  private ReplayPlots() {}

  public static void write(ReplayResult result, Path folder) throws IOException {
    write(result, folder, TracePng::write);
  }

  static void write(ReplayResult result, Path folder, PlotFiles.Drawing png) throws IOException {
    int number = 1;
    for (DeviceResult device : result.devices()) {
      if (device.power().samples() > 0) {
        String name = number == 1 ? "plot" : "plot-" + number;
        PlotFiles.write(plot(device), folder, name, png);
      }
      number++;
    }
  }

  private static TracePlot plot(DeviceResult device) {
    TrueTrace power = device.power();
    List<Series> series = new ArrayList<>();
    // The first one lies lowest.
    MeterLine.of(device).ifPresent(series::add);
    series.add(
        Series.of("sensor", SeriesRole.RAW, power.timesNanos(), watts(power.rawMilliwatts())));
    series.add(line("true power", SeriesRole.TRUE, power));
    if (device.smoothed().samples() > 0) {
      series.add(line("smoothed power", SeriesRole.SMOOTHED, device.smoothed()));
    }
    List<Shade> shades = device.activities().stream().map(Shade::of).toList();
    return new TracePlot(
        device.device(), device.signal(), series, shades, SensorText.of(device.profile()));
  }

  private static Series line(String name, SeriesRole role, TrueTrace power) {
    return new Series(
        name,
        role,
        power.timesNanos(),
        watts(power.trueMilliwatts()),
        watts(power.errorMilliwatts()));
  }

  private static double[] watts(int[] milliwatts) {
    double[] watts = new double[milliwatts.length];
    for (int i = 0; i < watts.length; i++) {
      watts[i] = milliwatts[i] == TruePower.NONE ? Double.NaN : milliwatts[i] * 1e-3;
    }
    return watts;
  }
}
