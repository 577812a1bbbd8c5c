package io.wattune.replay.file;

import io.wattune.core.meter.MeterTrace;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Reads what an external power meter recorded: a header, then rows of epoch microseconds and watts.
 *
 * <pre>
 * epoch_us,watts
 * 1689268532528512,56.640
 * </pre>
 *
 * <p>The first column must be called {@code epoch_us}; the second may have any name, as it differs
 * from meter to meter. A line that cannot be read, or whose time is not later than that of the row
 * before, is counted, kept, and left out.
 */
public final class MeterCsv {
  private static final String TIME = "epoch_us";

  private final String fileName;
  private final LineReader line;
  private final Fields fields = new Fields();
  private final MalformedLines malformed;
  private final LongStream.Builder times = LongStream.builder();
  private final DoubleStream.Builder watts = DoubleStream.builder();
  private int readings;
  private long lastNanos;
  private boolean hasHeader;
  private int decimalsBefore = -1;

  private MeterCsv(InputStream in, String fileName) {
    this.fileName = fileName;
    this.line = new LineReader(in, fileName, bytes -> {});
    this.malformed = new MalformedLines(fileName);
  }

  /**
   * Reads a whole file. The stream is not closed.
   *
   * @throws EngineException if there is no header or fewer than two readings
   */
  public static ReadFile<MeterTrace> read(InputStream in, String fileName)
      throws IOException, EngineException {
    return new MeterCsv(in, fileName).read();
  }

  private ReadFile<MeterTrace> read() throws IOException, EngineException {
    while (line.next()) {
      if (line.isTooLong()) {
        malformed.add(line, LineFault.TOO_LONG, () -> "the line is longer than 65536 bytes");
      } else if (!line.isBlank()) {
        fields.split(line.bytes(), line.start(), line.end());
        acceptLine();
      }
    }
    if (!hasHeader || readings < 2) {
      throw EngineException.failed(
          fileName
              + ": "
              + "a meter recording needs a header 'epoch_us,watts' and at least two readings, had "
              + (hasHeader ? readings + " readings and " : "no header and ")
              + malformed.count()
              + " malformed lines"
              + malformed.first());
    }
    return new ReadFile<>(
        new MeterTrace(times.build().toArray(), watts.build().toArray()),
        line.sha256(),
        line.number(),
        malformed.count(),
        malformed.kept(),
        List.of());
  }

  private void acceptLine() throws EngineException {
    if (!hasHeader) {
      if (fields.count() != 2 || !fields.text(0).equalsIgnoreCase(TIME)) {
        throw EngineException.failed(
            fileName
                + ": "
                + "the first line of a meter recording must be 'epoch_us,watts', was "
                + QuotedText.of(line.text()));
      }
      hasHeader = true;
      return;
    }
    if (fields.count() != 2) {
      malformed.add(
          line, LineFault.FIELD_COUNT, () -> "the line has " + fields.count() + " fields, not 2");
      return;
    }
    long timeNanos = DecimalBytes.microsAsNanos(fields.bytes(), fields.start(0), fields.end(0));
    double value = DecimalBytes.number(fields.bytes(), fields.start(1), fields.end(1));
    if (timeNanos == DecimalBytes.BAD_MICROS) {
      malformed.add(
          line, LineFault.TIME_STAMP, () -> fields.shown(0) + " is not a time in microseconds");
    } else if (Double.isNaN(value)) {
      malformed.add(line, LineFault.NOT_A_NUMBER, () -> fields.shown(1) + " is not a number");
    } else if (readings > 0 && timeNanos <= lastNanos) {
      malformed.add(
          line, LineFault.TIME_ORDER, () -> fields.shown(0) + " is not later than the row before");
    } else if (!line.isTerminated() && breaksOff()) {
      malformed.add(line, LineFault.TRUNCATED, () -> "the last line breaks off");
    } else {
      times.add(timeNanos);
      watts.add(value);
      readings++;
      lastNanos = timeNanos;
      decimalsBefore = decimals();
    }
  }

  private boolean breaksOff() {
    return line.endedEarly() || (decimalsBefore >= 0 && decimals() != decimalsBefore);
  }

  /** Digits behind the point of the power: a meter prints always as many. */
  private int decimals() {
    int i = fields.end(1);
    while (i > fields.start(1) && fields.bytes()[i - 1] != '.') {
      i--;
    }
    return i == fields.start(1) ? 0 : fields.end(1) - i;
  }
}
