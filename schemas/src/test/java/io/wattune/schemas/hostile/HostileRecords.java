package io.wattune.schemas.hostile;

import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.topics.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Records that nobody should send, for the tests of whoever reads topics: well-formed ones of
 * random values, damaged ones, and the largest that are legal. Made from the schemas, without the
 * codecs.
 */
public final class HostileRecords {
  /** For every build. */
  public static final Duration SHORT = Duration.ofSeconds(3);

  /** For a soak. */
  public static final Duration LONG = Duration.ofMinutes(5);

  private static final long NOW = 1_800_000_000_000_000_000L;
  private static final int HEADER_BYTES = 10;
  private static final List<String> DEVICES = List.of("n1/a", "n1/b", "n2/a", "n1/node", "x");
  private static final List<String> TEXTS =
      List.of("", "a", "power", "core.clock", "\u6f22\uD83D\uDE00", "a b\n\t\"\\", "/", "n1", "-1");
  private static final long[] LONGS = {
    0, 1, -1, 2, 1000, NOW, NOW + 1_000_000_000, -NOW, Long.MAX_VALUE, Long.MIN_VALUE
  };
  private static final double[] DOUBLES = {
    0, 1, -1, 0.5, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE
  };

  /** Topics whose key is the node. */
  private static final Set<Topic> NODES = Set.of(Topic.DECISIONS, Topic.SERVING);

  private final Random random;
  private String device = "";
  private int samples;
  private int nesting;

  /** For the largest record: most items of a list; 0 for a random one. */
  private int items;

  /** Records of a seed. */
  public HostileRecords(long seed) {
    random = new Random(seed);
  }

  /** A record and the key that it should have. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Sent(String key, byte[] value) {}

  /** What is done with one record after the other. */
  public interface Door {
    void take(HostileRecords records) throws Exception;
  }

  /** Feeds a door for so long. What goes wrong names the seed with which it does so again. */
  public static void feed(Duration time, Door door) {
    long end = System.nanoTime() + time.toNanos();
    for (long seed = System.nanoTime(); System.nanoTime() - end < 0; seed++) {
      try {
        door.take(new HostileRecords(seed));
      } catch (Exception | Error e) {
        throw new AssertionError("with new HostileRecords(" + seed + "L): " + e, e);
      }
    }
  }

  /** Well-formed, and of values that nobody measured. */
  public Sent random(Topic topic) {
    items = 0;
    device = one(DEVICES);
    return sent(topic);
  }

  /** As {@link #random}, with some bytes changed, cut off or put behind it. */
  public Sent damaged(Topic topic) {
    Sent whole = random(topic);
    byte[] bytes = whole.value().clone();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int from = random.nextInt(20) == 0 ? 0 : HEADER_BYTES;
      if (bytes.length > from) {
        bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt(256);
      }
    }
    int length = random.nextInt(10) == 0 ? random.nextInt(bytes.length + 20) : bytes.length;
    return new Sent(whole.key(), Arrays.copyOf(bytes, length));
  }

  /** Any of these, most often one that is well-formed. */
  public Sent any(Topic topic) {
    return switch (random.nextInt(8)) {
      case 0 -> new Sent(one(TEXTS), random(topic).value());
      case 1 -> new Sent(one(DEVICES), new byte[random.nextInt(40)]);
      case 2, 3 -> damaged(topic);
      default -> random(topic);
    };
  }

  /** One of these topics. */
  public Topic topic(List<Topic> topics) {
    return one(topics);
  }

  /**
   * The largest record that is legal: each text as long as it may be, lists as the record allows.
   */
  public static Sent largest(Topic topic) {
    for (int items = RecordLimits.MOST_ITEMS; items > 0; items /= 2) {
      var records = new HostileRecords(1);
      records.items = items;
      records.device = "\u6f22".repeat(RecordLimits.MOST_TEXT);
      Sent sent = records.sent(topic);
      if (sent.value().length <= RecordLimits.MOST_BYTES) {
        return sent;
      }
    }
    throw new IllegalStateException("one item of each list is too large already in " + topic);
  }

  /** The same with a text of 900,000 letters: the broker takes it, and no reader may. */
  public static Sent tooLarge(Topic topic) {
    var records = new HostileRecords(1);
    records.items = 1;
    records.device = "n".repeat(900_000);
    return records.sent(topic);
  }

  private boolean isLargest() {
    return items > 0;
  }

  private Sent sent(Topic topic) {
    Schema schema = topic.recordSchema().orElseThrow();
    samples = isLargest() ? RecordLimits.MOST_COLUMN_BYTES / 4 : random.nextInt(12);
    var body = new ByteArrayOutputStream();
    BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(body, null);
    try {
      write(schema, "", 0, out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] value =
        ByteBuffer.allocate(HEADER_BYTES + body.size())
            .order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short) 0x01C3)
            .putLong(SchemaNormalization.parsingFingerprint64(schema))
            .put(body.toByteArray())
            .array();
    String node = device.contains("/") ? device.substring(0, device.indexOf('/')) : device;
    return new Sent(NODES.contains(topic) ? node : device, value);
  }

  private void write(Schema schema, String field, int item, BinaryEncoder out) throws IOException {
    switch (schema.getType()) {
      case RECORD -> {
        for (Schema.Field each : schema.getFields()) {
          write(each.schema(), each.name(), item, out);
        }
      }
      case UNION -> {
        int last = schema.getTypes().size() - 1;
        int branch = isLargest() ? last : random.nextInt(last + 1);
        out.writeIndex(branch);
        write(schema.getTypes().get(branch), field, item, out);
      }
      case ARRAY -> writeItems(schema.getElementType(), field, false, out);
      case MAP -> writeItems(schema.getValueType(), field, true, out);
      case STRING -> out.writeString(text(field, item));
      case BYTES -> out.writeBytes(column(field));
      case ENUM -> out.writeEnum(symbol(schema, field));
      case INT -> out.writeInt(integer(field));
      case LONG -> out.writeLong(whole(field));
      case DOUBLE -> out.writeDouble(fraction(field));
      case NULL -> out.writeNull();
      case BOOLEAN -> out.writeBoolean(!isLargest() && random.nextInt(4) == 0);
      default -> throw new IllegalArgumentException("no record has a " + schema.getType());
    }
  }

  private void writeItems(Schema item, String field, boolean keyed, BinaryEncoder out)
      throws IOException {
    // A list in a list has one item, or the largest record would be far above its limit.
    int count = nesting > 0 && isLargest() ? Math.min(1, count(field, keyed)) : count(field, keyed);
    nesting++;
    out.writeArrayStart();
    out.setItemCount(count);
    for (int i = 0; i < count; i++) {
      out.startItem();
      if (keyed) {
        out.writeString(text("", i));
      }
      write(item, field, i, out);
    }
    out.writeArrayEnd();
    nesting--;
  }

  private int count(String field, boolean keyed) {
    if (!isLargest()) {
      return random.nextInt(4);
    }
    return switch (field) {
      case "values" -> 0; // A tunable's: they must fit its range.
      case "signals", "devices", "quantiles" -> 1;
      case "components" -> 1; // A kernel has watts of each.
      case "inForce" -> Math.min(items, 4);
      default -> Math.min(items, keyed ? RecordLimits.MOST_LABELS : RecordLimits.MOST_ITEMS);
    };
  }

  private String text(String field, int item) {
    if (field.equals("device")
        || field.equals("devices")
        || (field.equals("parent") && isLargest())) {
      return device;
    }
    if (field.equals("node")) {
      return device.contains("/") ? device.substring(0, device.indexOf('/')) : device;
    }
    if (!isLargest()) {
      return one(TEXTS);
    }
    if (field.equals("share")) {
      return "12c.12g.1234gb" + "+abcdefghijklmnop".repeat(4);
    }
    // Numbered, since no list may name one thing twice.
    return String.format("%04d", item) + "\u6f22".repeat(RecordLimits.MOST_TEXT - 4);
  }

  private byte[] column(String field) {
    int width =
        switch (field) {
          case "qualities" -> 1;
          case "answerMicros" -> 0;
          default -> 4;
        };
    if (field.equals("original")) {
      return new byte[isLargest() ? 64 * 1024 : random.nextInt(50)];
    }
    byte[] bytes = new byte[!isLargest() && random.nextInt(10) == 0 ? 3 : width * samples];
    if (!isLargest() && width == 4) {
      random.nextBytes(bytes);
    }
    for (int i = 0; width == 4 && field.equals("times") && i + 4 <= bytes.length; i += 4) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(i, i * 2_500);
    }
    return bytes;
  }

  private int symbol(Schema schema, String field) {
    if (isLargest()) {
      return switch (schema.getName()) {
        case "HoldScope" -> 3; // Of a device: settings need one.
        case "Book" -> 4; // Of a job: a window has no activity.
        default -> 1;
      };
    }
    boolean isUnitOfColumn = field.equals("unit") && random.nextBoolean();
    return isUnitOfColumn ? 1 : random.nextInt(schema.getEnumSymbols().size());
  }

  private double fraction(String field) {
    if (!isLargest()) {
      return DOUBLES[random.nextInt(DOUBLES.length)];
    }
    return field.startsWith("gainOffsetCovariance") ? 0 : 0.5;
  }

  private int integer(String field) {
    boolean isOdd = !isLargest() && random.nextInt(20) == 0;
    return switch (field) {
      case "layout" -> isOdd ? 2 : 1;
      case "polls", "samples" -> isOdd ? -1 : samples;
      case "originalLength" -> 100_000;
      case "data", "activities" -> 1;
      default -> isLargest() ? 1 : (int) LONGS[random.nextInt(LONGS.length)];
    };
  }

  private long whole(String field) {
    if (!isLargest() && random.nextInt(3) > 0) {
      return field.equals("baseTimeNanos")
          ? NOW + 1_000L * random.nextInt(1_000_000)
          : LONGS[random.nextInt(LONGS.length)];
    }
    return switch (field) {
      case "endNanos", "toNanos", "untilNanos" -> NOW + 1_000_000_000;
      case "lowest" -> 0;
      case "highest" -> 1000;
      case "step" -> 1000;
      case "ownValue" -> 1000;
      case "sequence", "leaseNanos", "pollPeriodNanos" -> 1 + random.nextInt(1000);
      default -> field.endsWith("Nanos") ? NOW : 5;
    };
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
