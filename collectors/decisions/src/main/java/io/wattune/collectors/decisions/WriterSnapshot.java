package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.WriterStatus;
import java.util.List;
import java.util.Map;

/**
 * The writers of a process at one moment.
 *
 * @param nodes each writer
 * @param actuations what they have handed in
 * @param sent records that the broker has
 * @param lost records that were given up
 * @param refusedSizes right-size tables that were not taken
 * @param isReading whether decisions are read
 * @param lag records not read yet, by topic
 */
public record WriterSnapshot(
    List<WriterStatus> nodes,
    Map<ActuationKind, Long> actuations,
    long sent,
    long lost,
    long refusedSizes,
    boolean isReading,
    Map<String, Long> lag) {}
