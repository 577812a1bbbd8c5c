package io.wattune.schemas.topics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;

/** The text of docs/reference/topics.md, from the catalogue and the schemas. */
final class TopicsPage {

  private final Map<String, Schema> records;
  private final Map<Schema, String> firstRecord = new HashMap<>();
  private final StringBuilder page = new StringBuilder();

  private TopicsPage(Map<String, Schema> records) {
    this.records = records;
  }

  /** The page for these schemas, which must have their docs. */
  static String of(Map<String, Schema> records) {
    return new TopicsPage(records).write();
  }

  private String write() {
    line("# Topics and records");
    line("");
    line("Generated from the topic catalogue and the schemas. To refresh:");
    line("`" + TopicsPageTest.REFRESH + "`");
    line("");
    line("A topic's full name is its namespace and its name: `wattune.readings` live,");
    line(
        "`wattune.replay.<run>.readings` in a replay. Replay topics have no retention limit and go");
    line(
        "when the run ends. Keys are UTF-8 text, values are in Avro's single-object encoding. Packed");
    line("columns are explained in [block-layout.md](block-layout.md).");
    line("");
    line("| topic | record | key | kept, live | partitions, default |");
    line("|---|---|---|---|---|");
    for (Topic topic : Topic.values()) {
      line(
          "| `%s` | %s | %s | %s | %d |"
              .formatted(
                  topic.label(),
                  topic.recordSchema().map(s -> link(s.getName())).orElse("schema as JSON text"),
                  key(topic),
                  kept(topic),
                  topic.defaultPartitions()));
    }
    for (Topic topic : Topic.values()) {
      topic.recordSchema().ifPresent(schema -> writeTopic(records.get(schema.getName())));
    }
    return page.toString();
  }

  /** What the key of a topic's records is. */
  private static String key(Topic topic) {
    return switch (topic) {
      case READINGS,
          COUNTERS,
          ACTIVITY,
          DEVICES,
          POWER,
          SMOOTHED,
          ENERGY,
          SENSITIVITIES,
          COMPONENT_POWER,
          HEAT,
          ACTUATIONS ->
          "device id";
      case SERVING, DECISIONS -> "node";
      case PROFILES -> "`<device>/<signal>`";
      case FLEET -> "`<scope>/<name>`";
      case HOLDS -> "hold id";
      case RIGHT_SIZES -> "`<product>/<model>`";
      case SCHEMAS -> "fingerprint, 16 hex digits";
      case REJECTS -> "key of the original";
    };
  }

  private void writeTopic(Schema record) {
    line("");
    line("## " + record.getName());
    line("");
    line(record.getDoc());
    Deque<Schema> waiting = new ArrayDeque<>(List.of(record));
    List<Schema> enums = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Schema next = waiting.remove();
      boolean isPart = next != record;
      if (isPart) {
        line("");
        line("### " + next.getName());
        line("");
        line(next.getDoc());
      }
      line("");
      line("| field | type | default | meaning |");
      line("|---|---|---|---|");
      for (Schema.Field field : next.getFields()) {
        line(
            "| `%s` | %s | %s | %s |"
                .formatted(field.name(), type(field.schema()), initial(field), cell(field.doc())));
        for (Schema named : named(field.schema())) {
          if (firstRecord.putIfAbsent(named, record.getName()) == null) {
            (named.getType() == Schema.Type.ENUM ? enums : waiting).add(named);
          }
        }
      }
    }
    for (Schema symbols : enums) {
      line("");
      line("### " + symbols.getName());
      line("");
      line(
          symbols.getDoc()
              + " One of "
              + symbols.getEnumSymbols().stream()
                  .map(symbol -> "`" + symbol + "`")
                  .collect(Collectors.joining(", "))
              + "; a reader that does not know a symbol sees `"
              + symbols.getEnumDefault()
              + "`.");
    }
  }

  private static String kept(Topic topic) {
    if (topic.isCompacted()) {
      return "newest of each key";
    }
    return topic.liveRetention().map(d -> d.toDays() + " d").orElse("for ever");
  }

  private static String type(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> link(schema.getName());
      case ARRAY -> "array of " + type(schema.getElementType());
      case MAP -> "map of " + type(schema.getValueType());
      case UNION ->
          schema.getTypes().stream().map(TopicsPage::type).collect(Collectors.joining(" or "));
      default -> schema.getType().getName();
    };
  }

  private static String initial(Schema.Field field) {
    if (!field.hasDefaultValue()) {
      return "";
    }
    Object value = field.defaultVal();
    if (value instanceof byte[] bytes && bytes.length == 0) {
      return "empty";
    }
    if (value instanceof CharSequence text && text.isEmpty()) {
      return "empty";
    }
    return value == JsonProperties.NULL_VALUE ? "null" : "`" + value + "`";
  }

  private static List<Schema> named(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> List.of(schema);
      case ARRAY -> named(schema.getElementType());
      case MAP -> named(schema.getValueType());
      case UNION -> schema.getTypes().stream().flatMap(branch -> named(branch).stream()).toList();
      default -> List.of();
    };
  }

  private static String link(String name) {
    return "[%s](#%s)".formatted(name, name.toLowerCase(Locale.ROOT));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
