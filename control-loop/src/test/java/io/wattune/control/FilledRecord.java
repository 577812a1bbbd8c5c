package io.wattune.control;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Records of plain values with something in each of their fields, those to come included. */
final class FilledRecord {
  private final Map<Class<?>, Class<? extends Record>> records;

  /** With a record to fill for each interface. */
  FilledRecord(Map<Class<?>, Class<? extends Record>> records) {
    this.records = records;
  }

  <R extends Record> R of(Class<R> type) throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(components[i].getGenericType(), i);
    }
    Constructor<R> constructor = type.getDeclaredConstructor(types);
    return constructor.newInstance(values);
  }

  private Object value(Type type, int seed) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      Type[] inner = generic.getActualTypeArguments();
      Object last = value(inner[inner.length - 1], seed + 1);
      return generic.getRawType() == List.class
          ? List.of(last)
          : Map.of(value(inner[0], seed), last);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == long.class || plain == Long.class) {
      return Long.MAX_VALUE - seed;
    }
    if (plain == int.class || plain == Integer.class) {
      return 100 + seed;
    }
    if (plain == double.class || plain == Double.class) {
      return 0.1 + 0.2 * seed; // Not a short decimal.
    }
    if (plain == boolean.class) {
      return true;
    }
    if (plain == String.class) {
      return "text \"quoted\" \u00e9 " + seed;
    }
    if (plain.isEnum()) {
      return plain.getEnumConstants()[plain.getEnumConstants().length - 1];
    }
    Class<? extends Record> filled = records.get(plain);
    if (filled != null) {
      return of(filled);
    }
    return of(plain.asSubclass(Record.class));
  }
}
