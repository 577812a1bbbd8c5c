package io.wattune.replay.report;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replay found about one device.
 *
 * @param device device id
 * @param signal the power signal that was used
 * @param counts what became of its readings
 * @param malformedLines lines of its files that could not be read; 0 where the files hold several
 *     devices, because such a line cannot be laid to one of them
 * @param profile the sensor profile that was undone
 * @param trace energy from the first to the last reading
 * @param activities energy of each activity, by start; only {@code trace} where none were given
 * @param windows energy of each time window, all window books, and what no activity of a book took
 * @param power true power
 * @param smoothed smoothed power; without samples where it was not asked for
 * @param meter comparison with an external meter, where there was one
 */
public record DeviceResult(
    String device,
    String signal,
    TraceSummary counts,
    long malformedLines,
    SensorProfile profile,
    LedgerEntry trace,
    List<LedgerEntry> activities,
    List<LedgerEntry> windows,
    TrueTrace power,
    TrueTrace smoothed,
    @Nullable MeterResult meter) {

  public DeviceResult {
    activities = List.copyOf(activities);
    windows = List.copyOf(windows);
  }

  /** Data of this device that were refused: lines, polls, blocks and activities. */
  public long rejects() {
    return malformedLines + counts.outOfOrder() + counts.repeatedBlocks() + counts.lateActivities();
  }
}
