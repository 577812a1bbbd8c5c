package io.wattune.schemas.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.codec.BundledSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaParser;
import org.junit.jupiter.api.Test;

/** Every version of a record can be read as every other: backward, forward, not only the newest. */
class SchemaCompatibilityTest {

  private static final String BASE =
      record(
          "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"e\",\"type\":" + symbols("X", true) + "}");

  @Test
  void everyPairOfVersionsIsCompatibleBothWays() {
    Map<String, List<Schema>> byRecord =
        BundledSchemas.get().versions().stream()
            .collect(
                Collectors.groupingBy(
                    BundledSchemas.Version::record,
                    Collectors.mapping(BundledSchemas.Version::schema, Collectors.toList())));

    assertThat(byRecord).isNotEmpty();
    byRecord.forEach((record, versions) -> assertThat(problems(versions)).as(record).isEmpty());
  }

  @Test
  void everyCurrentSchemaIsCompatibleWithItsHistory() {
    Map<String, Schema> current = SourceSchemas.records();

    for (BundledSchemas.Version version : BundledSchemas.get().versions()) {
      Schema now = current.get(version.record());
      assertThat(now).as("record " + version.record() + " was removed").isNotNull();
      assertThat(problems(List.of(version.schema(), now))).as(version.record()).isEmpty();
    }
  }

  @Test
  void newFieldWithDefaultAndNewSymbolAreCompatible() {
    assertThat(
            problemsWith(
                record(
                    "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\",\"default\":0},"
                        + "{\"name\":\"e\",\"type\":"
                        + symbols("X\",\"Y", true)
                        + "}")))
        .isEmpty();
  }

  @Test
  void theCheckFindsWhatIsNotCompatible() {
    String enumField = ",{\"name\":\"e\",\"type\":" + symbols("X", true) + "}";

    assertThat(problemsWith(record("{\"name\":\"a\",\"type\":\"string\"}" + enumField)))
        .as("a changed type")
        .hasSize(2);
    assertThat(problemsWith(record("{\"name\":\"b\",\"type\":\"int\"}" + enumField)))
        .as("a renamed field")
        .hasSize(2);
    assertThat(
            problemsWith(
                record(
                    "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\"}"
                        + enumField)))
        .as("a new field without default")
        .hasSize(1);
    assertThat(problemsWith(record("{\"name\":\"a\",\"type\":\"long\"}" + enumField)))
        .as("a wider type, which old readers cannot take")
        .hasSize(1);
    assertThat(
            problemsWith(
                record(
                    "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"e\",\"type\":"
                        + symbols("Y", false)
                        + "}")))
        .as("another symbol, without default")
        .isNotEmpty();
  }

  private static List<String> problemsWith(String next) {
    return problems(List.of(parse(BASE), parse(next)));
  }

  private static List<String> problems(List<Schema> versions) {
    List<String> problems = new ArrayList<>();
    for (int reader = 0; reader < versions.size(); reader++) {
      for (int writer = 0; writer < versions.size(); writer++) {
        var answer =
            SchemaCompatibility.checkReaderWriterCompatibility(
                versions.get(reader), versions.get(writer));
        if (answer.getType() != SchemaCompatibilityType.COMPATIBLE) {
          problems.add(
              "version "
                  + (reader + 1)
                  + " cannot read version "
                  + (writer + 1)
                  + ": "
                  + answer.getResult().getIncompatibilities());
        }
      }
    }
    return problems;
  }

  private static Schema parse(String json) {
    return new SchemaParser().parse((CharSequence) json).mainSchema();
  }

  private static String record(String fields) {
    return "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}";
  }

  private static String symbols(String more, boolean hasDefault) {
    return "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"UNKNOWN\",\""
        + more
        + "\"]"
        + (hasDefault ? ",\"default\":\"UNKNOWN\"" : "")
        + "}";
  }
}
