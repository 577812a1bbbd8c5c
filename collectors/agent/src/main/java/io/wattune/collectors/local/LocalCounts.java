package io.wattune.collectors.local;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.wattune.http.metric.MetricTable;

/**
 * What became of lines, activities, connections and readings of a node's programs; for any thread.
 * Started activities have ended, were cut, or are open.
 */
public final class LocalCounts {
  public final MetricTable<LocalCounts> metrics = MetricTable.of("agent", "node");

  public final Counter lines =
      metrics.counted(
          "activity_lines", "Lines that programs sent to the socket or the drop folder.");
  public final Counter refusedLines =
      metrics.counted("activity_lines_refused", "Lines that were answered with an error.");
  public final Counter started =
      metrics.counted("activities_started", "Activities that programs started.");
  public final Counter endedByClose =
      metrics.counted(
          "activities_cut", "Activities that ended with their connection, not by their program.");
  public final Gauge open = metrics.level("activities_open", "Activities that programs have open.");
  public final Counter answered =
      metrics.counted("activity_energies", "Activities whose energy was answered.");
  public final Counter answeredWithout =
      metrics.counted(
          "activity_energies_missing",
          "Activities whose energy, of one device at least, did not come in time.");
  public final Counter refusedConnections =
      metrics.counted(
          "activity_connections_refused",
          "Connections of programs that were not taken, or closed since nobody read.");
  public final Counter refusedFiles =
      metrics.counted(
          "activity_files_refused", "Files of the drop folder that were too long, or no files.");
  public final Counter droppedReadings =
      metrics.counted(
          "activity_readings_dropped",
          "Readings that came faster than the agent's own ledgers took them.");
  public final Counter workReadings =
      metrics.counted(
          "work_readings", "Counter readings with the work of programs that were published.");
  public final Gauge ledgers =
      metrics.level("activity_ledgers", "Devices whose energy the agent follows itself.");
}
