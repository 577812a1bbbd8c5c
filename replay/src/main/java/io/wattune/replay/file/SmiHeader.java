package io.wattune.replay.file;

import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A header line of nvidia-smi: where each column stands. Names come with a unit ({@code power.draw
 * [W]}) or without. A position of -1 means that there is no such column.
 */
final class SmiHeader {
  static final String INSTANT = "power.draw.instant";
  static final String DRAW = "power.draw";
  private static final String TIMESTAMP = "timestamp";

  private final List<String> names = new ArrayList<>();
  private final List<String> units = new ArrayList<>();

  private SmiHeader(Fields fields) {
    for (int i = 0; i < fields.count(); i++) {
      String text = fields.text(i);
      int bracket = text.indexOf('[');
      names.add((bracket < 0 ? text : text.substring(0, bracket)).strip().toLowerCase(Locale.ROOT));
      units.add(bracket < 0 ? "" : text.substring(bracket + 1).replace("]", "").strip());
    }
  }

  /** Whether the line is a header: one of its columns is called {@code timestamp}. */
  static boolean isHeader(Fields fields) {
    for (int i = 0; i < fields.count(); i++) {
      int length = fields.end(i) - fields.start(i);
      if (length == TIMESTAMP.length() && fields.text(i).equalsIgnoreCase(TIMESTAMP)) {
        return true;
      }
    }
    return false;
  }

  static SmiHeader parse(Fields fields, String fileName) throws EngineException {
    var header = new SmiHeader(fields);
    for (int i = 0; i < header.names.size(); i++) {
      String unit = header.units.get(i);
      if (isPower(header.names.get(i)) && !unit.isEmpty() && !unit.equals("W")) {
        throw EngineException.failed(
            fileName
                + ": "
                + "column %s has the unit %s, but only W can be read; record again with nvidia-smi"
                    .formatted(QuotedText.of(header.names.get(i)), QuotedText.of(unit)));
      }
    }
    return header;
  }

  static boolean isPower(String name) {
    return name.contains(DRAW);
  }

  int columns() {
    return names.size();
  }

  int timestamp() {
    return names.indexOf(TIMESTAMP);
  }

  int column(String name) {
    return names.indexOf(name);
  }

  int index() {
    return names.indexOf("index");
  }

  int uuid() {
    return either("uuid", "gpu_uuid");
  }

  int model() {
    return either("name", "gpu_name");
  }

  int pciBusId() {
    return either("pci.bus_id", "gpu_bus_id");
  }

  private int either(String name, String alias) {
    int column = names.indexOf(name);
    return column >= 0 ? column : names.indexOf(alias);
  }

  /** Names of the power columns. */
  List<String> powerColumns() {
    return names.stream().filter(SmiHeader::isPower).toList();
  }
}
