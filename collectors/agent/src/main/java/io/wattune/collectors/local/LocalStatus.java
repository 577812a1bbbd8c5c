package io.wattune.collectors.local;

/**
 * How the activities of a node's programs stand. Started activities have ended or are open: {@code
 * started = ended + endedByClose + open}.
 *
 * @param lines lines that came
 * @param refusedLines of them, those that were answered with an error
 * @param started activities that started
 * @param ended activities that their programs ended
 * @param endedByClose activities that ended with their connection, or with the agent
 * @param answered ends that were answered with the energy of every device
 * @param answeredWithout ends whose energy, of one device at least, did not come in time
 * @param connections connections that were taken
 * @param refusedConnections connections that were not, since too many were open
 * @param deafConnections connections that were closed since nobody read the answers
 * @param files files that were taken from the drop folder
 * @param refusedFiles files that were not: too long, or no plain file
 * @param droppedReadings readings that came faster than the ledgers took them
 * @param workReadings counter readings with work of programs that were published
 * @param open activities that are open
 * @param ledgers devices whose energy is followed now
 */
public record LocalStatus(
    long lines,
    long refusedLines,
    long started,
    long ended,
    long endedByClose,
    long answered,
    long answeredWithout,
    long connections,
    long refusedConnections,
    long deafConnections,
    long files,
    long refusedFiles,
    long droppedReadings,
    long workReadings,
    long open,
    long ledgers) {}
