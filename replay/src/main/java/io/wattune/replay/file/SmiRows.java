package io.wattune.replay.file;

import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges one line after the other and sorts rows into devices. Each line is a header, blank, a row
 * of a wanted device, a row of a device that was not asked for, or malformed.
 */
final class SmiRows {
  private final String fileName;
  private final LineReader line;
  private final Fields fields = new Fields();
  private final LocalStamps stamps;
  private final DeviceTable devices;
  private final MalformedLines malformed;
  private final String preferredSignal;
  private final @Nullable String fallbackSignal;

  private final List<Long> laterHeaders = new ArrayList<>();
  private final Set<String> powerColumns = new LinkedHashSet<>();
  private @Nullable SmiHeader header;
  private int columns;
  private int timestamp = -1;
  private int preferred = -1;
  private int fallback = -1;
  private boolean sawSignal;
  private long rowsOfOthers;
  private int lastFieldShape = -1;

  SmiRows(String fileName, NvidiaSmiOptions options, LineReader line) {
    this.fileName = fileName;
    this.line = line;
    this.stamps = new LocalStamps(options.timeZone());
    this.devices = new DeviceTable(fileName, options);
    this.malformed = new MalformedLines(fileName);
    this.preferredSignal = options.signal() == null ? SmiHeader.INSTANT : options.signal();
    this.fallbackSignal = options.signal() == null ? SmiHeader.DRAW : null;
  }

  /** Takes in the reader's current line. */
  void accept() throws EngineException {
    if (line.isTooLong()) {
      long length = line.length();
      reject(LineFault.TOO_LONG, () -> "the line has " + length + " bytes, at most 65536 are read");
      return;
    }
    if (line.hasNul()) {
      reject(LineFault.NUL_BYTES, () -> "the line has NUL bytes");
      return;
    }
    if (line.isBlank()) {
      return;
    }
    fields.split(line.bytes(), line.start(), line.end());
    if (header == null) {
      acceptBeforeHeader();
    } else {
      acceptRow();
    }
  }

  private void acceptBeforeHeader() throws EngineException {
    if (SmiHeader.isHeader(fields)) {
      useHeader();
      return;
    }
    for (int i = 0; i < fields.count(); i++) {
      if (stampOf(i) != LocalStamps.BAD) {
        throw EngineException.failed(
            fileName
                + ": "
                + "line "
                + line.number()
                + " is a row, but no header stands before it, so nobody knows what its columns"
                + " are; record again with --format=csv, without 'noheader', or put the header"
                + " line back as first line");
      }
    }
    if (line.text().contains(SmiHeader.DRAW)) {
      throw EngineException.failed(
          fileName
              + ": "
              + ("the header on line %s has no column 'timestamp': %s; record again with "
                      + "--query-gpu=timestamp,uuid,power.draw,...")
                  .formatted(line.number(), QuotedText.of(line.text())));
    }
    reject(
        LineFault.BEFORE_HEADER,
        () -> "no header with a column 'timestamp' stands before " + QuotedText.of(line.text()));
  }

  private long stampOf(int field) {
    return stamps.parse(fields.bytes(), fields.start(field), fields.end(field));
  }

  private void useHeader() throws EngineException {
    if (header != null) {
      laterHeaders.add(line.number());
    }
    SmiHeader parsed = SmiHeader.parse(fields, fileName);
    header = parsed;
    columns = parsed.columns();
    timestamp = parsed.timestamp();
    preferred = parsed.column(preferredSignal);
    fallback = fallbackSignal == null ? -1 : parsed.column(fallbackSignal);
    sawSignal |= preferred >= 0 || fallback >= 0;
    powerColumns.addAll(parsed.powerColumns());
    devices.use(parsed);
    lastFieldShape = -1;
  }

  private void acceptRow() throws EngineException {
    if (fields.count() != columns) {
      if (SmiHeader.isHeader(fields)) {
        useHeader();
      } else {
        reject(
            LineFault.FIELD_COUNT,
            () -> "the line has " + fields.count() + " fields, the header " + columns);
      }
      return;
    }
    long timeNanos = stampOf(timestamp);
    if (timeNanos == LocalStamps.BAD) {
      if (SmiHeader.isHeader(fields)) {
        useHeader();
      } else {
        reject(
            LineFault.TIME_STAMP,
            () -> fields.shown(timestamp) + " is not a time stamp such as 2023/07/13 18:15:32.351");
      }
      return;
    }
    DevicePolls device = devices.find(fields);
    if (!line.isTerminated() && breaksOff(device)) {
      reject(LineFault.TRUNCATED, () -> "the last line breaks off");
      return;
    }
    if (device != null && !device.isWanted()) {
      rowsOfOthers++;
      return;
    }
    addReading(device, timeNanos);
  }

  private void addReading(@Nullable DevicePolls known, long timeNanos) {
    int preferredValue = power(preferred);
    int fallbackValue = PollBlock.MISSING;
    if (known == null || known.needsFallback()) {
      fallbackValue = power(fallback);
    }
    if (isFault(preferredValue)) {
      rejectPower(preferredValue, preferred);
      return;
    }
    if (isFault(fallbackValue)) {
      rejectPower(fallbackValue, fallback);
      return;
    }
    DevicePolls device = known == null ? devices.add(fields) : known;
    if (device == null) {
      reject(
          LineFault.DEVICE,
          () -> fields.shown(devices.keyColumn()) + " is not the index, uuid or bus id of a GPU");
      return;
    }
    if (!device.isWanted()) {
      rowsOfOthers++;
      return;
    }
    device.add(timeNanos, preferredValue, fallbackValue);
    lastFieldShape = isBracketed(columns - 1) ? lastFieldShape : shapeOfLastField();
  }

  private int power(int column) {
    return column < 0
        ? PollBlock.MISSING
        : PowerField.milliwatts(fields.bytes(), fields.start(column), fields.end(column));
  }

  private static boolean isFault(int value) {
    return value < 0 && value != PollBlock.MISSING;
  }

  private void rejectPower(int fault, int column) {
    String shown = fields.shown(column);
    switch (fault) {
      case PowerField.NEGATIVE ->
          reject(LineFault.NEGATIVE_POWER, () -> shown + " is negative power");
      case PowerField.TOO_LARGE ->
          reject(LineFault.POWER_TOO_LARGE, () -> shown + " is more than 2147 kW");
      case PowerField.WRONG_UNIT ->
          reject(LineFault.UNIT, () -> shown + " has a unit other than W");
      default -> reject(LineFault.NOT_A_NUMBER, () -> shown + " is not a power in watts");
    }
  }

  private void reject(LineFault fault, Supplier<String> detail) {
    boolean cut = !line.isTerminated() && fault != LineFault.TOO_LONG;
    malformed.add(line, cut ? LineFault.TRUNCATED : fault, detail);
  }

  /**
   * Whether a last line without line end lost a part that matters. Its last field is held against
   * the one of the row before: behind the leading digits ({@code 77} of {@code 77.82 W}) both must
   * be equally long.
   */
  private boolean breaksOff(@Nullable DevicePolls device) {
    int last = columns - 1;
    if (line.endedEarly()) {
      return true;
    }
    if (last == devices.keyColumn() && device == null && lastFieldShape >= 0) {
      return true;
    }
    boolean used =
        last == timestamp || last == preferred || last == fallback || last == devices.keyColumn();
    return used
        && lastFieldShape >= 0
        && !isBracketed(last)
        && shapeOfLastField() != lastFieldShape;
  }

  private boolean isBracketed(int field) {
    int end = fields.end(field);
    return end > fields.start(field) && fields.bytes()[end - 1] == ']';
  }

  private int shapeOfLastField() {
    int i = fields.start(columns - 1);
    int end = fields.end(columns - 1);
    while (i < end && fields.bytes()[i] >= '0' && fields.bytes()[i] <= '9') {
      i++;
    }
    return end - i;
  }

  DeviceTable devices() {
    return devices;
  }

  MalformedLines malformed() {
    return malformed;
  }

  LocalStamps stamps() {
    return stamps;
  }

  boolean hasHeader() {
    return header != null;
  }

  /** Line numbers of the headers after the first. */
  List<Long> laterHeaders() {
    return laterHeaders;
  }

  /** Names of the power columns of all headers. */
  Set<String> powerColumns() {
    return powerColumns;
  }

  /** Whether any header had the column that was asked for. */
  boolean sawSignal() {
    return sawSignal;
  }

  String preferredSignal() {
    return preferredSignal;
  }

  /** The second choice; the first choice again where the user chose. */
  String fallbackSignal() {
    return fallbackSignal == null ? preferredSignal : fallbackSignal;
  }

  /** Rows of devices that were not asked for. */
  long rowsOfOthers() {
    return rowsOfOthers;
  }
}
