package io.wattune.collectors.journal;

import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The journal as text, which a person can read and follow by hand. Tabs between fields:
 *
 * <pre>
 * wattune-journal 1
 * node     n17
 * own      n17/GPU-1       core.clock      MEGAHERTZ       1000
 * crc32c   1c291ca3
 * </pre>
 *
 * <p>The last line is over all bytes before it: a file that was cut or changed is not taken.
 */
final class JournalText {
  private static final String HEAD = "wattune-journal 1";
  private static final String NODE = "node";
  private static final String OWN = "own";
  private static final int OWN_FIELDS = 5;

  private JournalText() {}

  static byte[] write(Journal journal) {
    return CheckedText.write(
        HEAD, journal.node(), journal.values().stream().map(JournalText::line).toList());
  }

  private static String line(OwnValue own) {
    return String.join(
        "\t", OWN, own.device(), own.tunable(), own.unit().name(), Long.toString(own.value()));
  }

  /** The journal, or null where the bytes are not a whole one. */
  static @Nullable Journal read(byte[] bytes) {
    String text = CheckedText.read(bytes);
    if (text == null) {
      return null;
    }
    String[] lines = text.split("\n", -1);
    if (lines.length < 2 || !lines[0].equals(HEAD) || !lines[1].startsWith(NODE + "\t")) {
      return null;
    }
    try {
      List<OwnValue> values = new ArrayList<>();
      for (int i = 2; i < lines.length - 1; i++) {
        String[] fields = lines[i].split("\t", -1);
        if (fields.length != OWN_FIELDS || !fields[0].equals(OWN)) {
          return null;
        }
        values.add(
            new OwnValue(
                fields[1], fields[2], TunableUnit.valueOf(fields[3]), Long.parseLong(fields[4])));
      }
      return new Journal(lines[1].substring(NODE.length() + 1), values);
    } catch (IllegalArgumentException e) {
      return null; // Of another version, whose units are not known here.
    }
  }
}
