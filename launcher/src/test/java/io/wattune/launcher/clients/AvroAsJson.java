package io.wattune.launcher.clients;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A record in the way in which the clients print it. */
final class AvroAsJson {
  private static final long MOST_SAFE = (1L << 53) - 1;

  private AvroAsJson() {}

  /** Maps, lists, numbers, texts. */
  static @Nullable Object of(@Nullable Object value) {
    if (value instanceof GenericRecord record) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      for (Schema.Field field : record.getSchema().getFields()) {
        fields.put(field.name(), of(record.get(field.pos())));
      }
      return fields;
    }
    if (value instanceof Collection<?> items) {
      List<@Nullable Object> list = new ArrayList<>();
      items.forEach(item -> list.add(of(item)));
      return list;
    }
    if (value instanceof Map<?, ?> entries) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      entries.forEach((key, each) -> map.put(key.toString(), of(each)));
      return map;
    }
    if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return Base64.getEncoder().encodeToString(copy);
    }
    if (value instanceof CharSequence || value instanceof GenericEnumSymbol<?>) {
      return value.toString();
    }
    if (value instanceof Long number) {
      return isSafe(number) ? number : number.toString();
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return number.toString();
    }
    return value;
  }

  /** A long that a double does not hold is a text there. */
  private static boolean isSafe(long value) {
    return Math.abs(value) <= MOST_SAFE && value != Long.MIN_VALUE;
  }
}
