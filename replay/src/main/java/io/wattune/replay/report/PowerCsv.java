package io.wattune.replay.report;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import io.wattune.report.CsvLine;
import io.wattune.report.Decimals;
import java.io.IOException;
import java.util.List;

/**
 * {@code power.csv}: true power, sample by sample, with the smoothed power at the same times. Where
 * a newer profile moved the times of one and not of the other yet, there is none.
 */
final class PowerCsv {
  static final List<String> COLUMNS =
      List.of(
          "device",
          "signal",
          "timeNanos",
          "rawWatts",
          "trueWatts",
          "errorWatts",
          "quality",
          "smoothedWatts",
          "smoothedErrorWatts");

  private PowerCsv() {}

  static void write(ReplayResult result, Appendable out) throws IOException {
    CsvLine line = new CsvLine();
    COLUMNS.forEach(line::add);
    out.append(line.end());
    for (DeviceResult device : result.devices()) {
      TrueTrace power = device.power();
      TrueTrace smoothed = device.smoothed();
      int next = 0;
      for (int i = 0; i < power.samples(); i++) {
        line.add(device.device()).add(device.signal()).add(power.timesNanos()[i]);
        line.add(watts(power.rawMilliwatts()[i]));
        line.add(watts(power.trueMilliwatts()[i]));
        line.add(watts(power.errorMilliwatts()[i]));
        line.add(Quality.ofCode(power.qualities()[i]).name());
        while (next < smoothed.samples() && smoothed.timesNanos()[next] < power.timesNanos()[i]) {
          next++;
        }
        boolean isThere =
            next < smoothed.samples() && smoothed.timesNanos()[next] == power.timesNanos()[i];
        line.add(isThere ? watts(smoothed.trueMilliwatts()[next]) : "");
        line.add(isThere ? watts(smoothed.errorMilliwatts()[next]) : "");
        out.append(line.end());
      }
    }
  }

  /** Nothing, not zero, where there is no value. */
  private static String watts(int milliwatts) {
    return milliwatts == TruePower.NONE ? "" : Decimals.fromMilli(milliwatts);
  }
}
