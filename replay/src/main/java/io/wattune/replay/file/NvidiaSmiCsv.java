package io.wattune.replay.file;

import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Reads what {@code nvidia-smi --query-gpu=timestamp,power.draw,... --format=csv -lms N} printed.
 *
 * <pre>
 * timestamp, index, pstate, power.draw [W]
 * 2023/07/13 18:15:32.351, 0, P0, 60.16 W
 * </pre>
 *
 * <p>Columns may come in any order, with units or without; the header must be there. Rows of
 * several GPUs are distinguished by uuid, index or PCI bus id. A row without a reading ({@code
 * [N/A]} and the like) is a poll without a reading. A line that cannot be read is malformed: it is
 * counted and kept with its bytes (the first 10,000 of them), and reading goes on. Only the time
 * stamp, the device and the power columns that may be chosen are judged. A second header, as
 * appended recordings have it, may bring other columns.
 */
public final class NvidiaSmiCsv {
  private NvidiaSmiCsv() {}

  /**
   * Reads a whole file.
   *
   * @param in the uncompressed content; it is not closed
   * @param fileName name for messages and for the ids of devices without a uuid
   * @param options how to read it
   * @param bytesRead receives the number of bytes read so far, now and then
   * @throws EngineException if the file has no reading that can be used
   */
  public static ReadFile<List<DeviceTrace>> read(
      InputStream in, String fileName, NvidiaSmiOptions options, LongConsumer bytesRead)
      throws IOException, EngineException {
    var lines = new LineReader(in, fileName, bytesRead);
    var rows = new SmiRows(fileName, options, lines);
    while (lines.next()) {
      rows.accept();
    }
    return new SmiResult(fileName, options, rows).toFile(lines);
  }
}
