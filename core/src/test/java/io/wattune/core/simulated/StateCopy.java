package io.wattune.core.simulated;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies a state object as a host that keeps plain fields does: by its no-argument constructor and
 * its public fields, without those that are transient. Throws where another field would be lost.
 */
public final class StateCopy {
  private StateCopy() {}

  /** A copy that shares nothing mutable with the original. */
  @SuppressWarnings("unchecked")
  public static <T> T of(T original) {
    return (T) copy(original);
  }

  private static Object copy(Object original) {
    Class<?> type = original.getClass();
    if (original instanceof String
        || original instanceof Number
        || original instanceof Boolean
        || original instanceof Map
        || type.isEnum()
        || type.isRecord()) {
      return original;
    }
    if (type.isArray()) {
      int length = Array.getLength(original);
      Object array = Array.newInstance(type.getComponentType(), length);
      System.arraycopy(original, 0, array, 0, length);
      return array;
    }
    if (original instanceof List<?> list) {
      List<Object> copies = new ArrayList<>();
      list.forEach(element -> copies.add(copy(element)));
      return copies;
    }
    return copyOfFields(original, type);
  }

  private static Object copyOfFields(Object original, Class<?> type) {
    try {
      Object copy = type.getConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers)) {
          continue; // What is transient is lost, as hosts lose it.
        }
        if (!Modifier.isPublic(modifiers) || Modifier.isFinal(modifiers)) {
          throw new IllegalStateException("a host cannot keep " + field);
        }
        @Nullable Object value = field.get(original);
        field.set(copy, value == null ? null : copy(value));
      }
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a host cannot keep a " + type, e);
    }
  }
}
