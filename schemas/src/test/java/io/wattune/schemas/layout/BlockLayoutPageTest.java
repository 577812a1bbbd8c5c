package io.wattune.schemas.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordDecoder;
import io.wattune.schemas.codec.RecordEncoder;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The byte-for-byte page says what the code does. */
class BlockLayoutPageTest {

  @Test
  void exampleDecodesToWhatThePageSays() throws Exception {
    ReadingBlock block = new RecordDecoder<>(ReadingBlock.class).decode(BlockLayoutPage.example());

    assertThat(BlockJson.of(block)).isEqualTo(BlockJson.parse(BlockLayoutPage.meaning()));
  }

  @Test
  void whatThePageSaysEncodesToTheExample() throws Exception {
    var block =
        new ReadingBlock(
            "n1/GPU-7",
            3L,
            PackedColumns.VERSION,
            1_700_000_000_000_000_000L,
            3,
            PackedColumns.packInts(new int[] {0, 10_000, 20_150}),
            PackedColumns.packInts(new int[] {900, 1100, 950}),
            List.of(
                new SignalColumn(
                    "power.draw.instant",
                    SignalUnit.MILLIWATTS,
                    PackedColumns.packInts(new int[] {71_500, PollBlock.MISSING, 72_250})),
                new SignalColumn(
                    "total_energy",
                    SignalUnit.MILLIJOULES,
                    PackedColumns.packLongs(
                        new long[] {9_876_543_210L, 9_876_543_927L, 9_876_544_656L}))),
            false,
            "GPU X");
    byte[] bytes = new RecordEncoder<>(ReadingBlock.class).encode(block);

    assertThat(bytes)
        .as(
            "ReadingBlock has a new schema: put these bytes, with their explanation, into"
                + " docs/reference/block-layout.md, and the new header and fields into"
                + " schemas/readers/reading_block.py: %s",
            HexFormat.of().formatHex(bytes))
        .isEqualTo(BlockLayoutPage.example());
  }

  @Test
  void exampleBecomesReadings() throws Exception {
    PollBlock block = new ReadingBlockCodec().decode(BlockLayoutPage.example());

    assertThat(block.device()).isEqualTo("n1/GPU-7");
    assertThat(block.values()).containsExactly(71_500, PollBlock.MISSING, 72_250);
    assertThat(block.timesNanos()[2] - block.timesNanos()[0]).isEqualTo(20_150_000);
  }
}
