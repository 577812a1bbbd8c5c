package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.topics.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each text, list and column of each record, one above its limit, is refused by name; at the limit
 * it is not.
 */
class RecordLimitsTest {
  /** What a part of a record is filled with: its most, or one more. */
  private record Filling(String path, int more) {
    boolean is(String at) {
      return path.equals(at);
    }
  }

  static Stream<Topic> records() {
    return Stream.of(Topic.values()).filter(topic -> topic.recordSchema().isPresent());
  }

  @ParameterizedTest
  @MethodSource("records")
  void everyPartOfARecordIsBounded(Topic topic) throws Exception {
    Schema schema = topic.recordSchema().orElseThrow();
    List<String> paths = new ArrayList<>();
    collect(schema, schema.getName(), paths);
    assertThat(paths).isNotEmpty();
    for (String path : paths) {
      assertThat(refusal(schema, new Filling(path, 0))).as("%s at its limit", path).isEmpty();
      assertThat(refusal(schema, new Filling(path, 1)))
          .as("%s above its limit", path)
          .startsWith(UndecodableException.TOO_LARGE)
          .contains("'" + field(path) + "'");
    }
  }

  @Test
  void aRecordIsBoundedAsAWhole() throws Exception {
    Schema schema = Topic.DECISIONS.recordSchema().orElseThrow();
    byte[] bytes = new byte[RecordLimits.MOST_BYTES + 1];

    assertThat(reason(schema, bytes)).startsWith(UndecodableException.TOO_LARGE);
  }

  @ParameterizedTest
  @MethodSource("records")
  void whoNamesNoNodeIsRefused(Topic topic) throws Exception {
    Schema schema = topic.recordSchema().orElseThrow();
    for (String name : List.of("device", "node")) {
      if (schema.getField(name) != null) {
        for (String id : List.of("", "/x")) {
          assertThat(reason(schema, encode(schema, new Filling("", 0), Map.of(name, id))))
              .startsWith(UndecodableException.VALUE_OUT_OF_RANGE);
        }
      }
    }
  }

  @Test
  void whatIsForPeopleIsShortenedAndAnIdIsNot() throws Exception {
    String text = "x".repeat(255) + "\uD83D\uDE00" + "y".repeat(50);
    var codec = new ActivityCodec();
    var named =
        new Activity("n/a", "id", Book.JOB, text, 0, 1, null, Map.of("user", text), null, null);

    var read = ((ActivityEvent.Reported) codec.decode(codec.encode(named))).activity();
    assertThat(read.name()).hasSize(256).endsWith("x...");
    assertThat(read.labels().get("user")).hasSize(256).endsWith("x...");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(
            () ->
                codec.encode(
                    new Activity(
                        "n/a", text.repeat(9), Book.JOB, "n", 0, 1, null, Map.of(), null, null)))
        .withMessageContaining("activityId");
  }

  private static String field(String path) {
    String last = path.substring(path.lastIndexOf('.') + 1);
    return last.replace("[]", "").replace("{}", "");
  }

  /** The texts, collections and columns of a schema. */
  private static void collect(Schema schema, String path, List<String> paths) {
    switch (schema.getType()) {
      case RECORD ->
          schema
              .getFields()
              .forEach(each -> collect(each.schema(), path + "." + each.name(), paths));
      case UNION -> schema.getTypes().forEach(each -> collect(each, path, paths));
      case ARRAY -> {
        paths.add(path);
        collect(schema.getElementType(), path + "[]", paths);
      }
      case MAP -> {
        paths.add(path);
        collect(schema.getValueType(), path + "{}", paths);
      }
      case STRING, BYTES -> paths.add(path);
      default -> {
        // A number has no length.
      }
    }
  }

  private static String refusal(Schema schema, Filling filling) throws IOException {
    return reason(schema, encode(schema, filling, Map.of()));
  }

  private static String reason(Schema schema, byte[] bytes) {
    try {
      new BodyCheck().check(schema, bytes, RecordDecoder.HEADER_BYTES);
      return "";
    } catch (UndecodableException e) {
      return e.reason() + ": " + e.detail();
    }
  }

  private static byte[] encode(Schema schema, Filling filling, Map<String, String> texts)
      throws IOException {
    var body = new ByteArrayOutputStream();
    var out = EncoderFactory.get().directBinaryEncoder(body, null);
    write(schema, schema.getName(), RecordLimits.TEXT, filling, new TreeMap<>(texts), out);
    out.flush();
    return WrittenWith.singleObject(
        SchemaNormalization.parsingFingerprint64(schema), body.toByteArray());
  }

  private static void write(
      Schema schema,
      String path,
      RecordLimits.Limit limit,
      Filling filling,
      Map<String, String> texts,
      BinaryEncoder out)
      throws IOException {
    boolean isFull = filling.is(path);
    switch (schema.getType()) {
      case RECORD -> {
        for (Schema.Field each : schema.getFields()) {
          write(
              each.schema(),
              path + "." + each.name(),
              new RecordLimits().of(each),
              filling,
              texts,
              out);
        }
      }
      case UNION -> {
        out.writeIndex(schema.getTypes().size() - 1); // Null comes first.
        write(
            schema.getTypes().get(schema.getTypes().size() - 1), path, limit, filling, texts, out);
      }
      case ARRAY -> {
        int items = isFull ? limit.items() + filling.more() : 1;
        items(items, out, () -> schema.getElementType(), path + "[]", limit, filling, texts, false);
      }
      case MAP -> {
        int items = isFull ? limit.items() + filling.more() : 1;
        items(items, out, () -> schema.getValueType(), path + "{}", limit, filling, texts, true);
      }
      case STRING -> {
        String given = texts.get(path.substring(path.lastIndexOf('.') + 1));
        int length = isFull ? limit.textBytes() + filling.more() : 1;
        out.writeString(given == null ? "n".repeat(length) : given);
      }
      case BYTES -> out.writeBytes(new byte[isFull ? limit.packedBytes() + filling.more() : 0]);
      case INT, ENUM -> out.writeInt(0);
      case LONG -> out.writeLong(0);
      case DOUBLE -> out.writeDouble(0);
      case BOOLEAN -> out.writeBoolean(false);
      default -> throw new IllegalArgumentException("no record has a " + schema.getType());
    }
  }

  private static void items(
      int items,
      BinaryEncoder out,
      Supplier<Schema> item,
      String path,
      RecordLimits.Limit limit,
      Filling filling,
      Map<String, String> texts,
      boolean keyed)
      throws IOException {
    out.writeArrayStart();
    out.setItemCount(items);
    for (int i = 0; i < items; i++) {
      out.startItem();
      if (keyed) {
        out.writeString("k" + i);
      }
      // One item is enough to be too large; all of them would be more than a record may have.
      write(item.get(), path, limit, i == 0 ? filling : new Filling("", 0), texts, out);
    }
    out.writeArrayEnd();
  }
}
