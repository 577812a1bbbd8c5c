package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.wattune.schemas.avro.Activity;
import io.wattune.schemas.avro.ActivityLevel;
import io.wattune.schemas.avro.Hold;
import io.wattune.schemas.avro.HoldScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.Test;

class RecordDecoderTest {

  private static final Hold HOLD =
      new Hold("h1", HoldScope.NODE, "n7", 1L, 2L, "ada", "new fans", false, List.of());

  private static final String FIELDS =
      """
      {"name":"holdId","type":"string"},{"name":"fromNanos","type":"long"},
      {"name":"untilNanos","type":"long"},{"name":"by","type":"string"},
      {"name":"why","type":"string"}""";

  @Test
  void writesWhatAvrosOwnEncoderWrites() throws IOException {
    byte[] bytes = new RecordEncoder<>(Hold.class).encode(HOLD);

    ByteBuffer expected =
        new BinaryMessageEncoder<Hold>(new GenericData(), Hold.getClassSchema()).encode(HOLD);
    assertThat(ByteBuffer.wrap(bytes)).isEqualTo(expected);
  }

  @Test
  void encoderLeavesNothingOfTheRecordBefore() throws Exception {
    var encoder = new RecordEncoder<>(Hold.class);
    byte[] first = encoder.encode(HOLD);
    encoder.encode(
        new Hold(
            "a much longer id than before",
            HoldScope.ALL,
            "",
            1L,
            2L,
            "ada",
            "x",
            true,
            List.of()));

    assertThat(encoder.encode(HOLD)).isEqualTo(first);
    assertThat(new RecordDecoder<>(Hold.class).decode(first)).isEqualTo(HOLD);
  }

  @Test
  @SuppressWarnings("NullAway") // What the compiler forbids us, it does not forbid everybody.
  void encoderSaysWhichFieldHasNoValue() throws Exception {
    var encoder = new RecordEncoder<>(Hold.class);
    var holed = new Hold("h1", HoldScope.NODE, "n7", 1L, 2L, null, "new fans", false, List.of());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> encoder.encode(holed))
        .withMessageContaining("Hold")
        .withMessageContaining("by");
    assertThat(new RecordDecoder<>(Hold.class).decode(encoder.encode(HOLD)))
        .as("the next record is not harmed")
        .isEqualTo(HOLD);
  }

  @Test
  void readsWithoutAvrosListOfTrustedClasses() throws Exception {
    var before = ClassSecurityValidator.getGlobal();
    ClassSecurityValidator.setGlobal(type -> false);
    try {
      byte[] bytes = new RecordEncoder<>(Hold.class).encode(HOLD);

      assertThat(new RecordDecoder<>(Hold.class).decode(bytes)).isEqualTo(HOLD);
    } finally {
      ClassSecurityValidator.setGlobal(before);
    }
  }

  @Test
  void readsAnOlderRecordAndFillsInDefaults() throws Exception {
    Schema older = hold(FIELDS);
    var record = new GenericData.Record(older);
    record.put("holdId", "h1");
    record.put("fromNanos", 1L);
    record.put("untilNanos", 2L);
    record.put("by", "ada");
    record.put("why", "old");

    assertRefused(UndecodableException.INCOMPATIBLE_SCHEMA, WrittenWith.encode(record), older);

    Schema old = hold(FIELDS + ",{\"name\":\"scope\",\"type\":" + scopes("ALL") + "}");
    var complete = new GenericData.Record(old);
    older.getFields().forEach(field -> complete.put(field.name(), record.get(field.name())));
    complete.put("scope", new GenericData.EnumSymbol(old.getField("scope").schema(), "ALL"));

    assertThat(decode(WrittenWith.encode(complete), old))
        .isEqualTo(new Hold("h1", HoldScope.ALL, "", 1L, 2L, "ada", "old", false, List.of()));
  }

  @Test
  void readsANewerRecordAndLeavesOutWhatItDoesNotKnow() throws Exception {
    Schema newer =
        hold(
            FIELDS
                + ",{\"name\":\"scope\",\"type\":"
                + scopes("RACK")
                + "},{\"name\":\"extra\",\"type\":{\"type\":\"array\",\"items\":\"string\"}}");
    var record = new GenericData.Record(newer);
    record.put("holdId", "h1");
    record.put("fromNanos", 1L);
    record.put("untilNanos", 2L);
    record.put("by", "ada");
    record.put("why", "new");
    record.put("scope", new GenericData.EnumSymbol(newer.getField("scope").schema(), "RACK"));
    record.put("extra", List.of("x", "y"));

    assertThat(decode(WrittenWith.encode(record), newer))
        .isEqualTo(new Hold("h1", HoldScope.UNKNOWN, "", 1L, 2L, "ada", "new", false, List.of()));
  }

  @Test
  void saysWhyItCannotRead() throws Exception {
    byte[] good = new RecordEncoder<>(Hold.class).encode(HOLD);

    assertRefused(UndecodableException.NO_VALUE, null);
    assertRefused(UndecodableException.NO_MARKER, new byte[0]);
    assertRefused(UndecodableException.NO_MARKER, "{\"holdId\":1}".getBytes("UTF-8"));
    assertRefused(UndecodableException.TRUNCATED, Arrays.copyOf(good, 9));
    assertRefused(UndecodableException.MALFORMED, Arrays.copyOf(good, good.length + 1));
    assertRefused(
        UndecodableException.UNKNOWN_SCHEMA, WrittenWith.singleObject(42, new byte[] {0}));
    assertRefused(
        UndecodableException.WRONG_RECORD,
        new RecordEncoder<>(Activity.class)
            .encode(
                new Activity(
                    "d",
                    "a",
                    ActivityLevel.JOB,
                    "n",
                    1L,
                    null,
                    null,
                    Map.of(),
                    null,
                    null,
                    false)));
  }

  @Test
  void refusesTextThatIsNotUtf8() throws Exception {
    byte[] bytes = new RecordEncoder<>(Hold.class).encode(HOLD);
    bytes[11] = (byte) 0xFF; // The first letter of holdId.

    assertRefused(UndecodableException.MALFORMED, bytes);
  }

  @Test
  void schemaMadeToKeepAReaderBusyDoesNot() {
    // Each record holds the one before twice: 2^40 empty records in not one byte.
    var fields = new StringBuilder("{\"type\":\"record\",\"name\":\"R0\",\"fields\":[]}");
    for (int i = 1; i <= 40; i++) {
      fields
          .insert(
              0,
              "{\"type\":\"record\",\"name\":\"R" + i + "\",\"fields\":[{\"name\":\"a\",\"type\":")
          .append("},{\"name\":\"b\",\"type\":\"R" + (i - 1) + "\"}]}");
    }
    Schema busy = hold("{\"name\":\"x\",\"type\":" + fields + "}");
    byte[] bytes =
        WrittenWith.singleObject(SchemaNormalization.parsingFingerprint64(busy), new byte[0]);

    // 2^40 records, however quick each is, take hours.
    assertTimeout(
        Duration.ofSeconds(60), () -> assertRefused(UndecodableException.MALFORMED, bytes, busy));
  }

  @Test
  void itemsWithoutBytesAreNotCountedForEver() {
    Schema nulls = hold("{\"name\":\"x\",\"type\":{\"type\":\"array\",\"items\":\"null\"}}");
    var body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F, 0});
    byte[] bytes =
        WrittenWith.singleObject(
            SchemaNormalization.parsingFingerprint64(nulls), body.toByteArray());

    assertRefused(UndecodableException.TRUNCATED, bytes, nulls);
  }

  private static Hold decode(byte[] bytes, Schema... known) throws UndecodableException {
    return new RecordDecoder<>(Hold.class, WrittenWith.store(known)).decode(bytes);
  }

  private static void assertRefused(String reason, byte[] bytes, Schema... known) {
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> decode(bytes, known))
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  private static Schema hold(String fields) {
    String json =
        "{\"type\":\"record\",\"name\":\"Hold\",\"namespace\":\"io.wattune.schemas.avro\",\"fields\":["
            + fields
            + "]}";
    return new SchemaParser().parse((CharSequence) json).mainSchema();
  }

  private static String scopes(String symbol) {
    return "{\"type\":\"enum\",\"name\":\"HoldScope\",\"symbols\":[\"UNKNOWN\",\""
        + symbol
        + "\"],\"default\":\"UNKNOWN\"}";
  }
}
