package io.wattune.schemas.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** What a schema owes to those who read it years later. */
class SchemaStyleTest {

  private static final Pattern QUANTITY =
      Pattern.compile(
          ".*(Nanos|Micros|Seconds|Watts|Milliwatts|Joules|Microjoules|Hertz|MegaHertz|Devices)$");
  private static final Pattern QUANTITY_WORD =
      Pattern.compile(".*(?i:power|energy|lease|period|delay|window|timeConstant)$");

  @Test
  void everyRecordEnumerationAndFieldSaysWhatItMeans() {
    List<String> silent = new ArrayList<>();
    for (Schema type : namedTypes()) {
      if (isBlank(type.getDoc())) {
        silent.add(type.getName());
      }
      if (type.getType() == Schema.Type.RECORD) {
        type.getFields().stream()
            .filter(field -> isBlank(field.doc()))
            .forEach(field -> silent.add(type.getName() + "." + field.name()));
      }
    }

    assertThat(namedTypes()).hasSizeGreaterThan(13);
    assertThat(silent).as("without doc").isEmpty();
  }

  @Test
  void everyEnumerationHasADefaultThatClaimsNothing() {
    for (Schema type : namedTypes()) {
      if (type.getType() == Schema.Type.ENUM) {
        String safe = type.getName().equals("Quality") ? "INVALID" : "UNKNOWN";
        assertThat(type.getEnumDefault()).as(type.getName()).isEqualTo(safe);
      }
    }
  }

  @Test
  void noQuantityIsNamedWithoutItsUnit() {
    for (Schema type : namedTypes()) {
      if (type.getType() == Schema.Type.RECORD) {
        for (Schema.Field field : type.getFields()) {
          assertThat(
                  QUANTITY_WORD.matcher(field.name()).matches()
                      && !QUANTITY.matcher(field.name()).matches())
              .as(type.getName() + "." + field.name() + " names no unit")
              .isFalse();
        }
      }
    }
  }

  private static boolean isBlank(String doc) {
    return doc == null || doc.isBlank();
  }

  private static Set<Schema> namedTypes() {
    Set<Schema> types = new HashSet<>();
    SourceSchemas.records().values().forEach(schema -> collect(schema, types));
    return types;
  }

  private static void collect(Schema schema, Set<Schema> types) {
    switch (schema.getType()) {
      case RECORD -> {
        if (types.add(schema)) {
          schema.getFields().forEach(field -> collect(field.schema(), types));
        }
      }
      case ENUM, FIXED -> types.add(schema);
      case ARRAY -> collect(schema.getElementType(), types);
      case MAP -> collect(schema.getValueType(), types);
      case UNION -> schema.getTypes().forEach(branch -> collect(branch, types));
      default -> {
        // Primitive types have no name.
      }
    }
  }
}
