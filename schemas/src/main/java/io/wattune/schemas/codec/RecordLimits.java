package io.wattune.schemas.codec;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * How large a record and its parts may be: stated here and nowhere else, and held by every encoder
 * and every decoder. What a job makes of a legal record is a legal record too, so that no record
 * can stop who reads it. Test: {@code RecordLimitsTest}.
 *
 * <p>Bytes of UTF-8 are counted. One for each thread.
 */
public final class RecordLimits {
  /** Most bytes of a whole record; Kafka's producers take a megabyte. */
  public static final int MOST_BYTES = 256 * 1024;

  /** Most characters of an id, a name or a label, as at the agent's socket. */
  public static final int MOST_TEXT = 256;

  /** Most characters of a sentence for people: a detail, a reason of an operator. */
  public static final int MOST_SENTENCE = 2_048;

  /** Most items of a list. */
  public static final int MOST_ITEMS = 1_024;

  /** Most labels or goals of an activity. */
  public static final int MOST_LABELS = 64;

  /** Most bytes of a packed column: true power has seventeen bytes for each four of a reading. */
  public static final int MOST_COLUMN_BYTES = 32 * 1024;

  /** Most bytes that a character of a text has: Java counts those of four bytes as two. */
  private static final int BYTES_PER_CHARACTER = 3;

  private static final int TEXT_BYTES = BYTES_PER_CHARACTER * MOST_TEXT;

  /** What Wattune joins of several ids: a device's, a signal's and an activity's. */
  private static final int JOINED_BYTES = 4 * TEXT_BYTES;

  private static final int SENTENCE_BYTES = BYTES_PER_CHARACTER * MOST_SENTENCE;
  private static final int ORIGINAL_BYTES = 64 * 1024;

  /**
   * What one field may have.
   *
   * @param textBytes most bytes of a text in it
   * @param items most items of a collection in it
   * @param packedBytes most bytes of a column in it
   * @param isId whether it names a device or a node: not empty, and with a node before any slash
   */
  record Limit(int textBytes, int items, int packedBytes, boolean isId) {}

  static final Limit ID = new Limit(TEXT_BYTES, MOST_ITEMS, MOST_COLUMN_BYTES, true);
  static final Limit TEXT = new Limit(TEXT_BYTES, MOST_ITEMS, MOST_COLUMN_BYTES, false);
  private static final Limit JOINED = new Limit(JOINED_BYTES, MOST_ITEMS, MOST_COLUMN_BYTES, false);
  private static final Limit SENTENCE =
      new Limit(SENTENCE_BYTES, MOST_ITEMS, MOST_COLUMN_BYTES, false);
  private static final Limit LABELS = new Limit(TEXT_BYTES, MOST_LABELS, MOST_COLUMN_BYTES, false);
  private static final Limit ORIGINAL = new Limit(TEXT_BYTES, MOST_ITEMS, ORIGINAL_BYTES, false);
  private static final Limit VALUES =
      new Limit(TEXT_BYTES, 16 * MOST_ITEMS, MOST_COLUMN_BYTES, false);

  /** By the schema's own fields, so that no text is made for each record. */
  private final IdentityHashMap<Schema.Field, Limit> known = new IdentityHashMap<>();

  Limit of(Schema.Field field) {
    Limit limit = known.get(field);
    if (limit == null) {
      limit = named(field.name());
      known.put(field, limit);
    }
    return limit;
  }

  /** By name alone: a name means the same in every record. */
  private static Limit named(String field) {
    return switch (field) {
      case "device", "devices", "node" -> ID;
      case "entryId", "profileId" -> JOINED;
      case "detail", "why", "reason" -> SENTENCE;
      case "labels", "goal" -> LABELS;
      case "original" -> ORIGINAL;
      case "values" -> VALUES;
      default -> TEXT;
    };
  }

  /** A name for people, shortened where it is too long. */
  public static String name(String text) {
    return shortened(text, MOST_TEXT);
  }

  /** Labels, of which no value is too long. */
  static Map<String, String> labels(Map<String, String> labels) {
    if (labels.values().stream().allMatch(value -> value.length() <= MOST_TEXT)) {
      return labels;
    }
    Map<String, String> shortened = new TreeMap<>(labels);
    shortened.replaceAll((key, value) -> name(value));
    return shortened;
  }

  /** A sentence for people, shortened where it is too long. */
  public static String sentence(String text) {
    return shortened(text, MOST_SENTENCE);
  }

  private static String shortened(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 3;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + "...";
  }
}
