package io.wattune.schemas.evolution;

import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/** The schemas as they are written in {@code src/main/avro}, each complete in itself. */
public final class SourceSchemas {

  private SourceSchemas() {}

  /** The folder of this module, wherever the tests are started from. */
  public static Path module() {
    Path here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.isDirectory(here.resolve("src/main/avro")) ? here : here.resolve("schemas");
  }

  /** Whether the run is to write what it would otherwise only compare. */
  public static boolean isRefresh() {
    return Boolean.getBoolean("wattune.refresh");
  }

  /** The record of every topic that has one, by simple name, without the code generator's marks. */
  public static Map<String, Schema> records() {
    try (Stream<Path> files = Files.list(module().resolve("src/main/avro"))) {
      var parser = new SchemaParser();
      List<SchemaParser.ParseResult> parsed =
          files.sorted().map(file -> parse(parser, file)).toList();
      Map<String, Schema> records = new TreeMap<>();
      for (SchemaParser.ParseResult result : parsed) {
        Schema schema = result.mainSchema();
        boolean isOfTopic =
            Stream.of(Topic.values())
                .flatMap(topic -> topic.recordSchema().stream())
                .anyMatch(record -> record.getFullName().equals(schema.getFullName()));
        if (isOfTopic) {
          records.put(schema.getName(), schema);
        }
      }
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SchemaParser.ParseResult parse(SchemaParser parser, Path file) {
    try {
      return parser.parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
