package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import java.io.InputStream;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

/**
 * Releases before LedgerEntry 5 and PowerBlock 2 said in the revision how often a clock was set.
 */
class OlderSetBacksTest {
  private static final int REVISION = 2 * (1 << 20) + 5;

  @Test
  void anOldEntrySaysItByItsRevision() throws Exception {
    byte[] old = withSchema(new LedgerEntryCodec().encode(entry(7)), schema("LedgerEntry", 4));

    LedgerEntry read = new LedgerEntryCodec().decode(old);

    assertThat(read.clockSetBacks()).isEqualTo(2);
    assertThat(read.revision()).isEqualTo(REVISION);
    assertThat(read).isEqualTo(entry(2));
  }

  @Test
  void anOldBlockSaysItByItsRevision() throws Exception {
    byte[] old = withSchema(new PowerBlockCodec().encode(power(7)), schema("PowerBlock", 1));

    assertThat(new PowerBlockCodec().decode(old).clockSetBacks()).isEqualTo(2);
    assertThat(new NewestPowerDecoder(BundledSchemas.get()).decode(old).clockSetBacks())
        .isEqualTo(2);
  }

  /** The revision still grows over all of them, so that the newest one holds for these, too. */
  @Test
  void anOldReaderFindsTheRevisionAndLeavesTheFieldOut() throws Exception {
    GenericRecord entry = read(new LedgerEntryCodec().encode(entry(7)), schema("LedgerEntry", 4));
    GenericRecord power = read(new PowerBlockCodec().encode(power(7)), schema("PowerBlock", 1));

    assertThat(entry.get("revision")).isEqualTo(REVISION);
    assertThat(power.get("revision")).isEqualTo(REVISION);
    assertThat(entry.hasField("clockSetBacks")).isFalse();
    assertThat(power.hasField("clockSetBacks")).isFalse();
  }

  @Test
  void aNewRecordSaysItByItsField() throws Exception {
    assertThat(new LedgerEntryCodec().decode(new LedgerEntryCodec().encode(entry(7))))
        .isEqualTo(entry(7));
    byte[] power = new PowerBlockCodec().encode(power(7));
    assertThat(new PowerBlockCodec().decode(power).clockSetBacks()).isEqualTo(7);
    assertThat(new NewestPowerDecoder(BundledSchemas.get()).decode(power).clockSetBacks())
        .isEqualTo(7);
  }

  /** The same record as a release wrote it that had this schema. */
  private static byte[] withSchema(byte[] bytes, Schema older) throws Exception {
    return WrittenWith.encode(read(bytes, older));
  }

  private static GenericRecord read(byte[] bytes, Schema older) throws Exception {
    Schema newer =
        Objects.requireNonNull(
            BundledSchemas.get().byFingerprint(RecordDecoder.fingerprintOf(bytes)));
    int header = RecordDecoder.HEADER_BYTES;
    return new GenericDatumReader<GenericRecord>(newer, older, new GenericData())
        .read(null, DecoderFactory.get().binaryDecoder(bytes, header, bytes.length - header, null));
  }

  private static Schema schema(String record, int version) throws Exception {
    String name = "/io/wattune/schemas/history/" + record + "/" + version + ".avsc";
    try (InputStream file =
        Objects.requireNonNull(OlderSetBacksTest.class.getResourceAsStream(name), name)) {
      return new SchemaParser().parse(file).mainSchema();
    }
  }

  private static LedgerEntry entry(int setBacks) {
    return new EntryDraft(
            "window10s/n/a/power/0", Book.WINDOW10S, "n/a", "power", 0, 10_000_000_000L)
        .revision(REVISION, setBacks, false)
        .energy(1, 2)
        .error(3, 1)
        .seen(1, Quality.CORRECTED, "p")
        .entry();
  }

  private static TruePower power(int setBacks) {
    return new TruePower(
        "n/a",
        "power",
        REVISION,
        "p",
        new long[] {1_000_000},
        new int[] {2},
        new int[] {3},
        new int[] {1},
        new byte[] {1},
        null,
        setBacks);
  }
}
