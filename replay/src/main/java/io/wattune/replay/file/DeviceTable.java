package io.wattune.replay.file;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the device of a row: by uuid where there is such a column, else by index, else by PCI bus
 * id; a file without any has one device. Rows of several GPUs come in turn, so the one after the
 * last one found is tried first.
 */
final class DeviceTable {
  /** More than a node has; beyond it the column is damaged. */
  static final int MAX_DEVICES = 4096;

  private static final int MAX_KEY_BYTES = 96;

  /** Longer than any product's name; beyond it the column is damaged. */
  private static final int MAX_MODEL_BYTES = 96;

  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  private record Known(byte[] key, DevicePolls polls) {}

  private final String fileName;
  private final NvidiaSmiOptions options;
  private final Map<String, DevicePolls> byId = new LinkedHashMap<>();
  private final List<Known> ring = new ArrayList<>();
  private final Map<String, DevicePolls> byKey = new LinkedHashMap<>();
  private int turn;
  private int indexColumn = -1;
  private int uuidColumn = -1;
  private int pciColumn = -1;
  private int keyColumn = -1;
  private int modelColumn = -1;

  DeviceTable(String fileName, NvidiaSmiOptions options) {
    this.fileName = fileName;
    this.options = options;
  }

  /** Rows that follow have these columns. */
  void use(SmiHeader header) {
    indexColumn = header.index();
    uuidColumn = header.uuid();
    pciColumn = header.pciBusId();
    modelColumn = header.model();
    keyColumn = uuidColumn >= 0 ? uuidColumn : indexColumn >= 0 ? indexColumn : pciColumn;
    ring.clear();
    byKey.clear();
    turn = 0;
  }

  int keyColumn() {
    return keyColumn;
  }

  /** The row's device, or null where it has not been seen since the last header. */
  @Nullable DevicePolls find(Fields row) {
    if (ring.isEmpty()) {
      return null;
    }
    if (keyColumn < 0) {
      return ring.get(0).polls();
    }
    for (int tries = 0; tries < Math.min(2, ring.size()); tries++) {
      Known known = ring.get(turn);
      turn = turn + 1 == ring.size() ? 0 : turn + 1;
      if (isKey(row, known.key())) {
        return known.polls();
      }
    }
    return byKey.get(keyText(row));
  }

  /** Takes in the device of a row; null where its key cannot be one. */
  @Nullable DevicePolls add(Fields row) {
    if (!isGoodKey(row) || byId.size() >= MAX_DEVICES) {
      return null;
    }
    String key = keyColumn < 0 ? "0" : keyText(row);
    boolean byIndex = keyColumn < 0 || keyColumn == indexColumn;
    String id = byIndex ? fileName + "#" + key : options.node() + "/" + key;
    DevicePolls polls =
        byId.computeIfAbsent(
            id, newId -> new DevicePolls(newId, modelOf(row), isWanted(newId, key, row)));
    ring.add(new Known(key.getBytes(StandardCharsets.UTF_8), polls));
    byKey.put(key, polls);
    turn = 0;
    return polls;
  }

  Collection<DevicePolls> all() {
    return byId.values();
  }

  private boolean isWanted(String id, String key, Fields row) {
    String filter = options.device();
    if (filter == null) {
      return true;
    }
    return filter.equals(id)
        || filter.equalsIgnoreCase(key)
        || (indexColumn >= 0 && filter.equals(row.text(indexColumn)))
        || (uuidColumn >= 0 && filter.equalsIgnoreCase(row.text(uuidColumn)))
        || (pciColumn >= 0 && isBusId(filter, row.text(pciColumn)));
  }

  /** The domain in front of a bus id may be left out or shorter. */
  private static boolean isBusId(String filter, String busId) {
    String wanted = filter.toLowerCase(Locale.ROOT);
    String given = busId.toLowerCase(Locale.ROOT);
    return given.equals(wanted)
        || (wanted.indexOf(':') > 0
            && given.endsWith(wanted)
            && given.substring(0, given.length() - wanted.length()).matches("[0:]*"));
  }

  /** The model that a row names; empty where there is no such column, or nothing in it. */
  private String modelOf(Fields row) {
    if (modelColumn < 0 || row.end(modelColumn) - row.start(modelColumn) > MAX_MODEL_BYTES) {
      return "";
    }
    String model = row.text(modelColumn);
    return model.startsWith("[") ? "" : model;
  }

  private boolean isGoodKey(Fields row) {
    if (keyColumn < 0) {
      return true;
    }
    int start = row.start(keyColumn);
    int length = row.end(keyColumn) - start;
    if (length == 0 || length > MAX_KEY_BYTES) {
      return false;
    }
    for (int i = start; i < start + length; i++) {
      byte b = row.bytes()[i];
      boolean good =
          keyColumn == indexColumn
              ? b >= '0' && b <= '9'
              : b == '-' || b == ':' || b == '.' || Character.isLetterOrDigit(b);
      if (!good) {
        return false;
      }
    }
    return true;
  }

  private boolean isKey(Fields row, byte[] key) {
    return Arrays.equals(row.bytes(), row.start(keyColumn), row.end(keyColumn), key, 0, key.length);
  }

  private String keyText(Fields row) {
    return row.text(keyColumn);
  }
}
