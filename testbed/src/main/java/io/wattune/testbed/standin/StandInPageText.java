package io.wattune.testbed.standin;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A part of a page of shared memory as aligned 64-bit words, each read and written whole and in
 * order by all processes.
 */
final class StandInPageText {
  private static final VarHandle WORDS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer bytes;
  private final int start;

  StandInPageText(ByteBuffer bytes, int start) {
    this.bytes = bytes;
    this.start = start;
  }

  long get(int at) {
    return (long) WORDS.getVolatile(bytes, start + at);
  }

  void put(int at, long value) {
    WORDS.setVolatile(bytes, start + at, value);
  }

  /** Writes a word if it still is what is expected. */
  boolean swap(int at, long expected, long value) {
    return WORDS.compareAndSet(bytes, start + at, expected, value);
  }

  String text(int at, int length) {
    byte[] text = new byte[length];
    int size = 0;
    while (size < length && bytes.get(start + at + size) != 0) {
      text[size] = bytes.get(start + at + size);
      size++;
    }
    return new String(text, 0, size, StandardCharsets.US_ASCII);
  }

  /** Writes a text that ends in a zero; nobody may be reading it. */
  void putText(int at, int length, String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    if (ascii.length >= length) {
      throw new IllegalArgumentException(
          "'" + text + "' has " + ascii.length + " characters; at most " + (length - 1) + " fit");
    }
    for (int i = 0; i < length; i++) {
      bytes.put(start + at + i, i < ascii.length ? ascii[i] : 0);
    }
  }
}
