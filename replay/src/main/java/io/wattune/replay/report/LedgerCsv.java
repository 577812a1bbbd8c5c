package io.wattune.replay.report;

import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.report.Decimals;
import io.wattune.report.ReportTable;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code ledger.csv}: every ledger entry, newest revision: activities first, then windows. */
final class LedgerCsv {
  static final ReportTable<LedgerEntry> COLUMNS =
      new ReportTable<LedgerEntry>()
          .field("entryId", LedgerEntry::entryId)
          .field("revision", LedgerEntry::revision)
          .field("final", LedgerEntry::isFinal)
          .field("book", entry -> entry.book().label())
          .field("device", LedgerEntry::device)
          .field("signal", LedgerEntry::signal)
          .field("activityId", LedgerEntry::activityId)
          .field("parentId", LedgerEntry::parentId)
          .field("name", LedgerEntry::name)
          .field("labels", entry -> labels(entry.labels()))
          .field("startNanos", LedgerEntry::startNanos)
          .field("endNanos", LedgerEntry::endNanos)
          .field("energyJoules", entry -> micro(entry.energyMicrojoules()))
          .field("standardErrorJoules", entry -> micro(entry.standardErrorMicrojoules()))
          .field("scaleErrorJoules", entry -> micro(entry.scaleErrorMicrojoules()))
          .field("rawEnergyJoules", entry -> micro(entry.rawEnergyMicrojoules()))
          .field("meanPowerWatts", entry -> Decimals.fixed(entry.meanPowerWatts(), 6))
          .field("coverage", entry -> Decimals.fixed(entry.coverage(), 6))
          .field("quality", LedgerEntry::quality)
          .field("profileId", LedgerEntry::profileId)
          .field("share", shared(shared -> Decimals.fixed(shared.share(), 6)))
          .field("idleEnergyJoules", shared(shared -> micro(shared.idleMicrojoules())))
          .field("unexplainedJoules", shared(shared -> micro(shared.unexplainedMicrojoules())))
          .field("counterEnergyJoules", counter(counter -> micro(counter.microjoules())))
          .field("counterErrorJoules", counter(counter -> micro(counter.errorMicrojoules())))
          .field("counterDisagrees", counter(CounterEnergy::disagrees))
          .field("integralEnergyJoules", entry -> micro(entry.integralMicrojoules()));

  private LedgerCsv() {}

  static void write(ReplayResult result, Appendable out) throws IOException {
    out.append(COLUMNS.csvHead());
    for (DeviceResult device : result.devices()) {
      if (!device.activities().contains(device.trace())) {
        out.append(COLUMNS.csv(device.trace()));
      }
      for (LedgerEntry entry : device.activities()) {
        out.append(COLUMNS.csv(entry));
      }
      for (LedgerEntry entry : device.windows()) {
        out.append(COLUMNS.csv(entry));
      }
    }
  }

  private static Function<LedgerEntry, @Nullable Object> shared(
      Function<Attribution, @Nullable Object> value) {
    return entry -> entry.attribution() == null ? null : value.apply(entry.attribution());
  }

  private static Function<LedgerEntry, @Nullable Object> counter(
      Function<CounterEnergy, @Nullable Object> value) {
    return entry -> entry.counter() == null ? null : value.apply(entry.counter());
  }

  private static @Nullable String micro(@Nullable Long microjoules) {
    return microjoules == null ? null : Decimals.fromMicro(microjoules);
  }

  private static String labels(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(";"));
  }
}
