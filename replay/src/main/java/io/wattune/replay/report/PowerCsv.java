package io.wattune.replay.report;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import io.wattune.report.Decimals;
import io.wattune.report.ReportTable;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code power.csv}: true power, sample by sample, with the smoothed power at the same times. Where
 * a newer profile moved the times of one and not of the other yet, there is none.
 */
final class PowerCsv {
  static final ReportTable<CsvSample> COLUMNS =
      new ReportTable<CsvSample>()
          .field("device", each -> each.of.device())
          .field("signal", each -> each.of.signal())
          .field("timeNanos", each -> each.of.power().timesNanos()[each.at])
          .field("rawWatts", each -> watts(each.of.power().rawMilliwatts()[each.at]))
          .field("trueWatts", each -> watts(each.of.power().trueMilliwatts()[each.at]))
          .field("errorWatts", each -> watts(each.of.power().errorMilliwatts()[each.at]))
          .field("quality", each -> Quality.ofCode(each.of.power().qualities()[each.at]))
          .field("smoothedWatts", each -> each.smoothed(TrueTrace::trueMilliwatts))
          .field("smoothedErrorWatts", each -> each.smoothed(TrueTrace::errorMilliwatts));

  /**
   * A sample of a device's power.
   *
   * @param smoothedAt place of the first smoothed sample that is not earlier
   */
  record CsvSample(DeviceResult of, int at, int smoothedAt) {
    private @Nullable String smoothed(Function<TrueTrace, int[]> column) {
      TrueTrace smoothed = of.smoothed();
      return smoothedAt < smoothed.samples()
              && smoothed.timesNanos()[smoothedAt] == of.power().timesNanos()[at]
          ? watts(column.apply(smoothed)[smoothedAt])
          : null;
    }
  }

  private PowerCsv() {}

  static void write(ReplayResult result, Appendable out) throws IOException {
    out.append(COLUMNS.csvHead());
    for (DeviceResult device : result.devices()) {
      TrueTrace power = device.power();
      TrueTrace smoothed = device.smoothed();
      int next = 0;
      for (int i = 0; i < power.samples(); i++) {
        while (next < smoothed.samples() && smoothed.timesNanos()[next] < power.timesNanos()[i]) {
          next++;
        }
        out.append(COLUMNS.csv(new CsvSample(device, i, next)));
      }
    }
  }

  /** Nothing, not zero, where there is no value. */
  private static @Nullable String watts(int milliwatts) {
    return milliwatts == TruePower.NONE ? null : Decimals.fromMilli(milliwatts);
  }
}
