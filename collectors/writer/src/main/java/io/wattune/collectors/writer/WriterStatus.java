package io.wattune.collectors.writer;

import io.wattune.collectors.running.RunningRefusal;
import java.util.Map;

/**
 * A writer at one moment.
 *
 * @param node its node
 * @param mayWrite whether tuning is on and the journal is whole
 * @param isGuarded whether a guardian watches it
 * @param requiresGuardian whether nothing is written without one
 * @param areHoldsRead whether the holds have been read; until then everything is held
 * @param isShadow whether it only says what it would write
 * @param devices each device of the node's file
 * @param refusedRunning how often what the agent says of what runs was not believed, by the reason
 */
public record WriterStatus(
    String node,
    boolean mayWrite,
    boolean isGuarded,
    boolean requiresGuardian,
    boolean areHoldsRead,
    boolean isShadow,
    Map<String, Device> devices,
    Map<RunningRefusal, Long> refusedRunning) {

  public WriterStatus {
    devices = Map.copyOf(devices);
    refusedRunning = Map.copyOf(refusedRunning);
  }

  /**
   * One device.
   *
   * @param isTuned whether it may have other settings than its own
   * @param restoreLeadNanos until own settings are put back unless a decision comes; 0 where they
   *     are there, or on their way
   * @param outsideChanges how often a value that somebody else has set became its own setting
   */
  public record Device(boolean isTuned, long restoreLeadNanos, long outsideChanges) {}
}
