package io.wattune.replay.results;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.replay.report.TrueTrace;
import java.util.List;

/**
 * Everything that the job put out about one device.
 *
 * @param device device id
 * @param signal the signal that was used
 * @param counts what was done with its readings
 * @param profile the newest sensor profile
 * @param power true power, newest revision
 * @param smoothed smoothed power, newest revisions; without samples where it was not asked for
 * @param entries ledger entries, newest revisions, by start, end and id
 */
public record DeviceOutput(
    String device,
    String signal,
    TraceSummary counts,
    SensorProfile profile,
    TrueTrace power,
    TrueTrace smoothed,
    List<LedgerEntry> entries) {

  public DeviceOutput {
    entries = List.copyOf(entries);
  }
}
