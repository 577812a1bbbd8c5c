package io.wattune.pipeline;

import io.wattune.core.saving.Saving;
import java.util.List;
import java.util.Map;

/**
 * What a run of {@code wattune up} comes to.
 *
 * @param nodes simulated nodes
 * @param devices simulated GPUs
 * @param readings polls that the agents sent
 * @param spooledRecords records that had to wait on disk for the broker
 * @param droppedRecords records that were lost because even the disk's limit was reached
 * @param counts what the topics said
 * @param kept what was written to the store and the archive
 * @param energy each device's energy
 * @param saving what other settings than the own ones have saved
 * @param trueSaving what they really took at other settings
 * @param notRestored devices whose settings were not their own in the end, with what was off
 * @param wallSeconds how long it ran, start and stop included
 * @param versions of Wattune and its parts
 * @param command the command line
 */
public record UpSummary(
    int nodes,
    int devices,
    long readings,
    long spooledRecords,
    long droppedRecords,
    LiveCounts counts,
    StorageSummary kept,
    List<ComparedEnergy> energy,
    Saving saving,
    TrueSaving trueSaving,
    Map<String, String> notRestored,
    double wallSeconds,
    Map<String, String> versions,
    List<String> command) {

  /** Whether every simulated GPU was at its own settings in the end. */
  public boolean isRestored() {
    return notRestored.isEmpty();
  }

  /** The largest error of a device's energy, as a fraction; 0 where nothing was measured. */
  public double worstRelativeError() {
    return energy.stream().mapToDouble(each -> Math.abs(each.relativeError())).max().orElse(0);
  }
}
