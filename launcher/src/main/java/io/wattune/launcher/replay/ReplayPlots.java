package io.wattune.launcher.replay;

import io.wattune.core.power.TruePower;
import io.wattune.launcher.plot.Role;
import io.wattune.launcher.plot.Series;
import io.wattune.launcher.plot.Shade;
import io.wattune.launcher.plot.TraceHtml;
import io.wattune.launcher.plot.TracePlot;
import io.wattune.launcher.plot.TracePng;
import io.wattune.launcher.report.DeviceResult;
import io.wattune.launcher.report.ReplayResult;
import io.wattune.launcher.report.Reports;
import io.wattune.launcher.report.TrueTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Draws each device of a replay: {@code plot.png}, {@code plot.html}, {@code plot-2.png}, ... */
final class ReplayPlots {
  private static final Logger LOG = LoggerFactory.getLogger(ReplayPlots.class);

  private ReplayPlots() {}

  /** Draws one plot to a file. */
  interface Drawing {
    void draw(TracePlot plot, Path file) throws IOException;
  }

  static void write(ReplayResult result, Path folder) throws IOException {
    write(result, folder, TracePng::write);
  }

  static void write(ReplayResult result, Path folder, Drawing png) throws IOException {
    int number = 1;
    for (DeviceResult device : result.devices()) {
      if (device.power().samples() > 0) {
        TracePlot plot = plot(device);
        String name = number == 1 ? "plot" : "plot-" + number;
        drawIfFontsAreThere(png, plot, folder.resolve(name + ".png"));
        TraceHtml.write(plot, folder.resolve(name + ".html"));
      }
      number++;
    }
  }

  /**
   * Java cannot draw text on a machine without fonts, and says so with any of these. The numbers
   * and the page must not be lost for it.
   */
  private static void drawIfFontsAreThere(Drawing png, TracePlot plot, Path file)
      throws IOException {
    try {
      png.draw(plot, file);
    } catch (RuntimeException | LinkageError | InternalError e) {
      Files.deleteIfExists(file);
      LOG.warn(
          "{} could not be drawn ({}); the page beside it shows the same. Is a font installed? For"
              + " example: apt install fontconfig fonts-dejavu-core",
          file.getFileName(),
          e.toString());
    }
  }

  private static TracePlot plot(DeviceResult device) {
    TrueTrace power = device.power();
    List<Series> series = new ArrayList<>();
    // The first one lies lowest.
    MeterLine.of(device).ifPresent(series::add);
    series.add(Series.of("sensor", Role.RAW, power.timesNanos(), watts(power.rawMilliwatts())));
    series.add(
        new Series(
            "true power",
            Role.TRUE,
            power.timesNanos(),
            watts(power.trueMilliwatts()),
            watts(power.errorMilliwatts())));
    List<Shade> shades = device.activities().stream().map(Shade::of).toList();
    return new TracePlot(
        device.device(), device.signal(), series, shades, Reports.sensorWords(device));
  }

  private static double[] watts(int[] milliwatts) {
    double[] watts = new double[milliwatts.length];
    for (int i = 0; i < watts.length; i++) {
      watts[i] = milliwatts[i] == TruePower.NONE ? Double.NaN : milliwatts[i] * 1e-3;
    }
    return watts;
  }
}
