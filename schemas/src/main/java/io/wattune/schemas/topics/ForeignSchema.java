package io.wattune.schemas.topics;

import io.wattune.schemas.avro.ReadingBlock;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.jspecify.annotations.Nullable;

/**
 * A schema that somebody has published. It is used for reading only when it is one of ours by name,
 * is what its key says, and is modest: schemas of a few lines can be made that unfold without end.
 */
public final class ForeignSchema {

  /** The longest record has a schema of a fifth of this. */
  public static final int LONGEST_BYTES = 64 * 1024;

  private static final int MOST_PARTS = 10_000;
  private static final int DEEPEST = 32;

  private int partsLeft = MOST_PARTS;

  private ForeignSchema() {}

  /** The key of a schema in the topic: its fingerprint as 16 hex digits. */
  public static String key(long fingerprint) {
    return String.format(Locale.ROOT, "%016x", fingerprint);
  }

  /** The schema, or null where it is not to be used. */
  public static @Nullable Schema read(@Nullable String key, byte[] json) {
    if (json.length > LONGEST_BYTES) {
      return null;
    }
    try {
      String text = new String(json, StandardCharsets.UTF_8);
      Schema schema = new SchemaParser().parse((CharSequence) text).mainSchema();
      boolean isUsable =
          schema.getType() == Schema.Type.RECORD
              && ReadingBlock.getClassSchema().getNamespace().equals(schema.getNamespace())
              && new ForeignSchema().isModest(schema, 0)
              && key(SchemaNormalization.parsingFingerprint64(schema)).equals(key);
      return isUsable ? schema : null;
    } catch (RuntimeException | StackOverflowError e) {
      return null; // Counted by the caller; the parser's complaint about a stranger's text is no
      // use.
    }
  }

  /** Whether the schema, with every name replaced by what it stands for, is small. */
  private boolean isModest(Schema schema, int depth) {
    if (depth > DEEPEST || --partsLeft < 0) {
      return false;
    }
    return switch (schema.getType()) {
      case RECORD ->
          schema.getFields().stream().allMatch(field -> isModest(field.schema(), depth + 1));
      case UNION -> schema.getTypes().stream().allMatch(branch -> isModest(branch, depth + 1));
      case ARRAY -> isModest(schema.getElementType(), depth + 1);
      case MAP -> isModest(schema.getValueType(), depth + 1);
      default -> true;
    };
  }
}
