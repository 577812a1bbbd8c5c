package io.wattune.replay.report;

import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.report.CsvLine;
import io.wattune.report.Decimals;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code ledger.csv}: every ledger entry, newest revision: activities first, then windows. */
final class LedgerCsv {
  static final List<String> COLUMNS =
      List.of(
          "entryId",
          "revision",
          "final",
          "book",
          "device",
          "signal",
          "activityId",
          "parentId",
          "name",
          "labels",
          "startNanos",
          "endNanos",
          "energyJoules",
          "standardErrorJoules",
          "scaleErrorJoules",
          "rawEnergyJoules",
          "meanPowerWatts",
          "coverage",
          "quality",
          "profileId",
          "share",
          "idleEnergyJoules",
          "unexplainedJoules",
          "counterEnergyJoules",
          "counterErrorJoules",
          "counterDisagrees",
          "integralEnergyJoules");

  private LedgerCsv() {}

  static void write(ReplayResult result, Appendable out) throws IOException {
    CsvLine line = new CsvLine();
    COLUMNS.forEach(line::add);
    out.append(line.end());
    for (DeviceResult device : result.devices()) {
      if (!device.activities().contains(device.trace())) {
        out.append(row(line, device.trace()));
      }
      for (LedgerEntry entry : device.activities()) {
        out.append(row(line, entry));
      }
      for (LedgerEntry entry : device.windows()) {
        out.append(row(line, entry));
      }
    }
  }

  private static String row(CsvLine line, LedgerEntry entry) {
    Attribution shared = entry.attribution();
    CounterEnergy counter = entry.counter();
    return line.add(entry.entryId())
        .add(entry.revision())
        .add(Boolean.toString(entry.isFinal()))
        .add(entry.book().label())
        .add(entry.device())
        .add(entry.signal())
        .add(orEmpty(entry.activityId()))
        .add(orEmpty(entry.parentId()))
        .add(orEmpty(entry.name()))
        .add(labels(entry.labels()))
        .add(entry.startNanos())
        .add(entry.endNanos())
        .add(Decimals.fromMicro(entry.energyMicrojoules()))
        .add(Decimals.fromMicro(entry.standardErrorMicrojoules()))
        .add(Decimals.fromMicro(entry.scaleErrorMicrojoules()))
        .add(Decimals.fromMicro(entry.rawEnergyMicrojoules()))
        .add(Decimals.fixed(entry.meanPowerWatts(), 6))
        .add(Decimals.fixed(entry.coverage(), 6))
        .add(entry.quality().name())
        .add(entry.profileId())
        .add(shared == null ? "" : Decimals.fixed(shared.share(), 6))
        .add(micro(shared == null ? null : shared.idleMicrojoules()))
        .add(micro(shared == null ? null : shared.unexplainedMicrojoules()))
        .add(micro(counter == null ? null : (Long) counter.microjoules()))
        .add(micro(counter == null ? null : (Long) counter.errorMicrojoules()))
        .add(counter == null ? "" : Boolean.toString(counter.disagrees()))
        .add(micro(entry.integralMicrojoules()))
        .end();
  }

  private static String micro(@Nullable Long microjoules) {
    return microjoules == null ? "" : Decimals.fromMicro(microjoules);
  }

  private static String labels(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(";"));
  }

  private static String orEmpty(@Nullable String value) {
    return value == null ? "" : value;
  }
}
