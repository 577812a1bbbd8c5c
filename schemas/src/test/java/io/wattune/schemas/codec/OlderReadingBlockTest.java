package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

/** Readings that were written before blocks named the device's model, and by who does not yet. */
class OlderReadingBlockTest {
  /** The example of docs/reference/block-layout.md as it stood with version 1 of the schema. */
  private static final String VERSION_1 =
      "c3011b7a81422a0d985e106e312f4750552d3706028080d0e2c6bfce972f0618"
          + "0000000010270000b64e000018840300004c040000b60300000424706f776572"
          + "2e647261772e696e7374616e7402184c170100000000803a1a010018746f7461"
          + "6c5f656e657267790630ea16b04c02000000b719b04c02000000901cb04c0200"
          + "00000000";

  @Test
  void aRecordWithoutAModelIsReadAsOneThatDoesNotNameIt() throws Exception {
    PollBlock block = new ReadingBlockCodec().decode(HexFormat.of().parseHex(VERSION_1));

    assertThat(block.model()).isEmpty();
    assertThat(block.device()).isEqualTo("n1/GPU-7");
    assertThat(block.sequence()).isEqualTo(3);
    assertThat(block.values()).containsExactly(71_500, PollBlock.MISSING, 72_250);
    EnergyColumn energy = Objects.requireNonNull(block.energy());
    assertThat(energy.values()).containsExactly(9_876_543_210L, 9_876_543_927L, 9_876_544_656L);
    assertThat(block.endOfTrace()).isFalse();
  }

  /** A reader of version 1, as programs of others are, leaves out what it does not know. */
  @Test
  void aReaderOfVersion1ReadsARecordThatNamesTheModel() throws Exception {
    PollBlock block = new ReadingBlockCodec().decode(HexFormat.of().parseHex(VERSION_1));
    byte[] bytes = new ReadingBlockCodec().encode(block.named("Tesla K20m"));
    Schema older = BundledSchemas.get().byFingerprint(0x5e980d2a42817a1bL);
    Schema newer = BundledSchemas.get().byFingerprint(RecordDecoder.fingerprintOf(bytes));

    int header = RecordDecoder.HEADER_BYTES;
    GenericRecord record =
        new GenericDatumReader<GenericRecord>(newer, older, new GenericData())
            .read(
                null,
                DecoderFactory.get().binaryDecoder(bytes, header, bytes.length - header, null));

    assertThat(record.get("sequence")).isEqualTo(3L);
    assertThat(record.getSchema().getField("model")).isNull();
  }

  @Test
  void aBlockThatDoesNotNameTheModelIsOneByteLonger() throws Exception {
    byte[] older = HexFormat.of().parseHex(VERSION_1);
    PollBlock block = new ReadingBlockCodec().decode(older);

    int answers = 3 * Integer.BYTES; // The codec has no times of answers.
    assertThat(new ReadingBlockCodec().encode(block)).hasSize(older.length - answers + 1);
  }
}
