package io.wattune.schemas.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the committed history of the schemas against the schemas as they are now. */
class SchemaHistoryTest {

  private static final String HOW_TO =
      """
      The schema of %1$s has changed, and its history does not say so. Old readers must go on
      reading new records and the other way round, so: add fields only with a default, remove only
      fields that have one, add symbols only to enumerations with a default, change no type.
      Then write the next version into the history and commit it:
        mvn -q -pl schemas -am test -Dtest=SchemaHistoryTest -Dwattune.refresh=true \
      -Dsurefire.failIfNoSpecifiedTests=false
      (A change of docs or defaults alone keeps the version and is written into it. A version that
      was never released may be replaced: delete its file first.)""";

  private static final Path HISTORY =
      SourceSchemas.module().resolve("src/main/resources/io/wattune/schemas/history");

  /** Only when asked: writes what is missing into the history, and the index anew. */
  @BeforeAll
  static void refresh() throws IOException {
    if (!SourceSchemas.isRefresh()) {
      return;
    }
    for (Map.Entry<String, Schema> current : SourceSchemas.records().entrySet()) {
      Map<Integer, Schema> versions = committed(current.getKey());
      int newest = versions.isEmpty() ? 0 : versions.keySet().stream().max(Integer::compare).get();
      boolean isSame =
          newest > 0 && canonical(versions.get(newest)).equals(canonical(current.getValue()));
      Path file =
          HISTORY.resolve(current.getKey()).resolve((isSame ? newest : newest + 1) + ".avsc");
      Files.createDirectories(file.getParent());
      Files.writeString(file, SchemaFormatter.format("json/pretty", current.getValue()) + "\n");
    }
    Files.writeString(HISTORY.resolve("index.txt"), String.join("\n", filesOnDisk()) + "\n");
  }

  @Test
  void newestVersionIsTheCurrentSchema() throws IOException {
    for (Map.Entry<String, Schema> current : SourceSchemas.records().entrySet()) {
      String howTo = HOW_TO.formatted(current.getKey());
      Map<Integer, Schema> versions = committed(current.getKey());
      assertThat(versions).as(howTo).isNotEmpty();
      Schema newest = versions.get(versions.size());

      assertThat(newest).as("versions must be numbered from 1 without holes").isNotNull();
      assertThat(canonical(newest)).as(howTo).isEqualTo(canonical(current.getValue()));
      assertThat(newest.toString()).as(howTo).isEqualTo(current.getValue().toString());
    }
  }

  @Test
  void generatedClassesAreOfTheCurrentSchemas() {
    Map<String, Schema> records = SourceSchemas.records();

    for (Topic topic : Topic.values()) {
      topic
          .recordSchema()
          .ifPresent(
              generated ->
                  assertThat(canonical(generated))
                      .isEqualTo(canonical(records.get(generated.getName()))));
    }
  }

  @Test
  void classPathHoldsTheWholeHistory() throws IOException {
    assumeFalse(SourceSchemas.isRefresh(), "the class path was filled before the refresh");
    List<String> listed =
        BundledSchemas.get().versions().stream()
            .map(version -> version.record() + "/" + version.version() + ".avsc")
            .toList();

    assertThat(listed).containsExactlyElementsOf(filesOnDisk());
    for (BundledSchemas.Version version : BundledSchemas.get().versions()) {
      assertThat(BundledSchemas.get().byFingerprint(version.fingerprint()))
          .isEqualTo(version.schema());
      assertThat(version.schema().getName()).isEqualTo(version.record());
    }
    assertThat(BundledSchemas.get().byFingerprint(12345)).isNull();
  }

  @Test
  void everyTopicButTheSchemasTopicHasARecordWithAHistory() {
    assumeFalse(SourceSchemas.isRefresh(), "the class path was filled before the refresh");
    List<String> withHistory =
        BundledSchemas.get().versions().stream().map(BundledSchemas.Version::record).toList();

    for (Topic topic : Topic.values()) {
      assertThat(topic.recordSchema().isPresent()).isEqualTo(topic != Topic.SCHEMAS);
      topic.recordSchema().ifPresent(s -> assertThat(withHistory).contains(s.getName()));
    }
  }

  private static Map<Integer, Schema> committed(String record) throws IOException {
    Map<Integer, Schema> versions = new TreeMap<>();
    for (String path : filesOnDisk()) {
      if (path.startsWith(record + "/")) {
        int version = Integer.parseInt(path.substring(record.length() + 1, path.indexOf('.')));
        versions.put(version, new SchemaParser().parse(HISTORY.resolve(path)).mainSchema());
      }
    }
    return versions;
  }

  /** Paths inside the history, by record, then by number. */
  private static List<String> filesOnDisk() throws IOException {
    try (Stream<Path> files = Files.walk(HISTORY)) {
      return files
          .filter(file -> file.toString().endsWith(".avsc"))
          .map(file -> HISTORY.relativize(file))
          .map(file -> Arrays.asList(file.getParent().toString(), file.getFileName().toString()))
          .sorted(
              (a, b) ->
                  a.get(0).equals(b.get(0))
                      ? Integer.compare(number(a.get(1)), number(b.get(1)))
                      : a.get(0).compareTo(b.get(0)))
          .map(parts -> String.join("/", parts))
          .collect(Collectors.toList());
    }
  }

  private static int number(String file) {
    return Integer.parseInt(file.substring(0, file.indexOf('.')));
  }

  private static String canonical(Schema schema) {
    return SchemaNormalization.toParsingForm(schema);
  }
}
