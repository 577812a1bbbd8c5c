package io.wattune.launcher.shipped;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes that a class file names in its constant pool (JVM specification, 4.4), which is what
 * the JVM may load on its behalf. Descriptors of methods are not read: they name what a caller
 * names, too.
 */
final class NamedClasses {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int HEAD_BYTES = 8;

  private NamedClasses() {}

  /** Their names with slashes; of an array that of its elements. */
  static Set<String> of(byte[] classFile) {
    ByteBuffer in = ByteBuffer.wrap(classFile);
    if (in.getInt(0) != MAGIC) {
      throw new IllegalArgumentException("no class file");
    }
    in.position(HEAD_BYTES);
    int[] texts = new int[Short.toUnsignedInt(in.getShort())];
    List<Integer> named = new ArrayList<>();
    for (int i = 1; i < texts.length; i++) {
      int tag = in.get();
      switch (tag) {
        case 1 -> {
          texts[i] = in.position();
          skip(in, Short.toUnsignedInt(in.getShort()));
        }
        case 7 -> named.add(Short.toUnsignedInt(in.getShort()));
        case 5, 6 -> {
          skip(in, Long.BYTES);
          i++; // The specification: a long or a double takes two places.
        }
        case 15 -> skip(in, 3);
        case 8, 16, 19, 20 -> skip(in, 2);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> skip(in, 4);
        default -> throw new IllegalArgumentException("constant with tag " + tag);
      }
    }
    Set<String> names = new HashSet<>();
    for (int each : named) {
      String name = element(text(in, texts[each]));
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  private static void skip(ByteBuffer in, int bytes) {
    in.position(in.position() + bytes);
  }

  private static String text(ByteBuffer in, int at) {
    int length = Short.toUnsignedInt(in.getShort(at));
    return new String(in.array(), at + Short.BYTES, length, StandardCharsets.UTF_8);
  }

  /** Such as java/lang/String of [[Ljava/lang/String; and nothing of [I. */
  private static String element(String name) {
    if (!name.startsWith("[")) {
      return name;
    }
    String element = name.substring(name.lastIndexOf('[') + 1);
    return element.startsWith("L") ? element.substring(1, element.length() - 1) : "";
  }
}
