package io.wattune.schemas.codec;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Knows the generated classes of one record, by the record's own schema. Avro by default looks
 * classes up by the name in a schema and refuses all that a system property does not list; here no
 * name that came with data is ever looked up, so no property needs to be set on any machine.
 */
final class TrustedClasses extends SpecificData {

  private final Map<String, Class<?>> classes = new HashMap<>();

  TrustedClasses(Class<? extends SpecificRecordBase> record) {
    super(record.getClassLoader());
    setCustomCoders(true); // Generated code for each field, in place of a walk over the schema.
    collect(getSchema(record));
  }

  private void collect(Schema schema) {
    switch (schema.getType()) {
      case RECORD -> {
        if (add(schema)) {
          schema.getFields().forEach(field -> collect(field.schema()));
        }
      }
      case ENUM -> add(schema);
      case ARRAY -> collect(schema.getElementType());
      case MAP -> collect(schema.getValueType());
      case UNION -> schema.getTypes().forEach(this::collect);
      default -> {
        // Primitive types have no generated class.
      }
    }
  }

  private boolean add(Schema schema) {
    String name = schema.getFullName();
    try {
      return classes.put(name, Class.forName(name, true, getClassLoader())) == null;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "class " + name + " was not generated; build the module schemas anew", e);
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // The overridden method's type.
  public @Nullable Class getClass(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> classes.get(schema.getFullName());
      default -> super.getClass(schema);
    };
  }
}
