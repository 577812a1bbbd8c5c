package io.wattune.schemas.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;

/**
 * Walks the binary body of a record by the schema that it was written with, and allocates nothing
 * in proportion to what the bytes claim. After it has passed, every length lies inside the body,
 * every index names something, every string is UTF-8, and nothing is left over.
 *
 * <p>Work and items are bounded by the body's length, so that not even a schema made for the
 * purpose (records without fields, nested and repeated) can hold a reader up. Texts, collections
 * and columns are bounded by {@link RecordLimits}.
 */
final class BodyCheck {

  private static final int DEEPEST = 64;
  private static final int INT_VARINT_BYTES = 5;
  private static final int LONG_VARINT_BYTES = 10;

  private final CharsetDecoder utf8 =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);

  private final RecordLimits limits = new RecordLimits();

  private byte[] bytes = {};
  private int position;
  private long itemsLeft;
  private long stepsLeft;

  /** Walks {@code bytes}, from {@code start} to its end. */
  void check(Schema schema, byte[] bytes, int start) throws UndecodableException {
    if (bytes.length > RecordLimits.MOST_BYTES) {
      throw tooLarge("a " + schema.getName(), bytes.length, RecordLimits.MOST_BYTES);
    }
    this.bytes = bytes;
    position = start;
    int length = bytes.length - start;
    itemsLeft = length;
    // Every step takes at least a byte, but for null values and the records themselves.
    stepsLeft = 1000 + 4L * length;
    walk(schema, RecordLimits.TEXT, schema.getName(), 0);
    if (position != bytes.length) {
      throw malformed((bytes.length - position) + " bytes follow the record's last field");
    }
  }

  private void walk(Schema schema, RecordLimits.Limit limit, String field, int depth)
      throws UndecodableException {
    if (depth > DEEPEST || --stepsLeft < 0) {
      throw malformed("nested deeper, or longer, than any record is");
    }
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> checkIndex(next(), 2, "boolean");
      case INT -> readInt();
      case LONG -> readLong();
      case FLOAT -> skip(Float.BYTES);
      case DOUBLE -> skip(Double.BYTES);
      case BYTES -> skipColumn(readLong(), limit, field);
      case STRING -> skipString(readLong(), limit, field);
      case FIXED -> skip(schema.getFixedSize());
      case ENUM -> checkIndex(readInt(), schema.getEnumSymbols().size(), "symbol");
      case UNION -> {
        int branch = checkIndex(readInt(), schema.getTypes().size(), "branch");
        walk(schema.getTypes().get(branch), limit, field, depth + 1);
      }
      case RECORD -> {
        for (Schema.Field each : schema.getFields()) {
          walk(each.schema(), limits.of(each), each.name(), depth + 1);
        }
      }
      case ARRAY -> walkItems(schema.getElementType(), false, limit, field, depth + 1);
      case MAP -> walkItems(schema.getValueType(), true, limit, field, depth + 1);
    }
  }

  private void walkItems(
      Schema item, boolean keyed, RecordLimits.Limit limit, String field, int depth)
      throws UndecodableException {
    long all = 0;
    for (long items = readLong(); items != 0; items = readLong()) {
      int end = -1;
      if (items < 0) {
        items = -items; // Still negative for the smallest long: refused below.
        long length = readLong();
        checkRoom(length);
        end = position + (int) length;
      }
      if (items < 0 || items > itemsLeft) {
        throw truncated("a collection claims " + items + " items");
      }
      itemsLeft -= items;
      all += items;
      if (all > limit.items()) {
        throw tooLarge("field '" + field + "'", all, limit.items(), "items");
      }
      for (long i = 0; i < items; i++) {
        if (keyed) {
          skipString(readLong(), limit, field);
        }
        walk(item, limit, field, depth);
      }
      if (end >= 0 && position != end) {
        throw malformed("a collection's length in bytes is not that of its items");
      }
    }
  }

  private void skipColumn(long length, RecordLimits.Limit limit, String field)
      throws UndecodableException {
    checkRoom(length);
    if (length > limit.packedBytes()) {
      throw tooLarge("field '" + field + "'", length, limit.packedBytes());
    }
    position += (int) length;
  }

  private void skipString(long length, RecordLimits.Limit limit, String field)
      throws UndecodableException {
    checkRoom(length);
    if (length > limit.textBytes()) {
      throw tooLarge("field '" + field + "'", length, limit.textBytes());
    }
    if (limit.isId() && (length == 0 || bytes[position] == '/')) {
      throw new UndecodableException(
          UndecodableException.VALUE_OUT_OF_RANGE,
          "field '" + field + "' must name a node, and was " + (length == 0 ? "empty" : "'/...'"));
    }
    int end = position + (int) length;
    for (int i = position; i < end; i++) {
      if (bytes[i] < 0) {
        try {
          utf8.decode(ByteBuffer.wrap(bytes, position, (int) length));
        } catch (CharacterCodingException e) {
          throw malformed("a string is not UTF-8");
        }
        break;
      }
    }
    position = end;
  }

  private void skip(long length) throws UndecodableException {
    checkRoom(length);
    position += (int) length;
  }

  private void checkRoom(long length) throws UndecodableException {
    if (length < 0) {
      throw malformed("a length is negative");
    }
    if (length > bytes.length - position) {
      throw truncated("a value claims " + length + " bytes");
    }
  }

  private int checkIndex(int index, int count, String what) throws UndecodableException {
    if (index < 0 || index >= count) {
      throw malformed(what + " number " + index + " of " + count);
    }
    return index;
  }

  private int next() throws UndecodableException {
    if (position == bytes.length) {
      throw truncated("a value is missing");
    }
    return bytes[position++];
  }

  private int readInt() throws UndecodableException {
    long value = readVarint(INT_VARINT_BYTES, 0x0F);
    return (int) (value >>> 1) ^ -(int) (value & 1);
  }

  private long readLong() throws UndecodableException {
    long value = readVarint(LONG_VARINT_BYTES, 0x01);
    return (value >>> 1) ^ -(value & 1);
  }

  /** Reads a varint of at most so many bytes, the last of which has no bits but the allowed. */
  private long readVarint(int longest, int lastAllowed) throws UndecodableException {
    long value = 0;
    for (int i = 0; i < longest; i++) {
      int b = next();
      value |= (b & 0x7FL) << (7 * i);
      if (b >= 0) {
        if (i == longest - 1 && (b & ~lastAllowed) != 0) {
          break;
        }
        return value;
      }
    }
    throw malformed("a number has more bits than its type");
  }

  private static UndecodableException tooLarge(String what, long has, int most) {
    return tooLarge(what, has, most, "bytes");
  }

  private static UndecodableException tooLarge(String what, long has, int most, String unit) {
    return new UndecodableException(
        UndecodableException.TOO_LARGE,
        what + " has " + has + " " + unit + "; at most " + most + " are taken");
  }

  private UndecodableException truncated(String what) {
    return new UndecodableException(
        UndecodableException.TRUNCATED,
        what + " at byte " + position + ", but the record ends at byte " + bytes.length);
  }

  private UndecodableException malformed(String what) {
    return new UndecodableException(
        UndecodableException.MALFORMED,
        what + " (at byte " + position + " of " + bytes.length + ")");
  }
}
