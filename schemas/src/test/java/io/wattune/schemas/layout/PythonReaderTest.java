package io.wattune.schemas.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.codec.RecordEncoder;
import io.wattune.schemas.evolution.SourceSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Thirty lines of another language, written from the page alone, read what we write. */
class PythonReaderTest {

  private static final Path READER = SourceSchemas.module().resolve("readers/reading_block.py");

  /** What the reader wrote and how it ended. */
  private record Answer(String out, int exit) {}

  @BeforeAll
  static void needsPython() throws Exception {
    boolean isThere;
    try {
      // The reader uses an assignment inside an expression: Python 3.8.
      isThere = run("-c", "import sys; sys.exit(sys.version_info < (3, 8))").exit() == 0;
    } catch (IOException e) {
      isThere = false;
    }
    assumeTrue(isThere, "no python3 (3.8 or newer) on the PATH: its reader is not tested here");
  }

  @Test
  void readerIsShort() throws Exception {
    assertThat(Files.readAllLines(READER)).hasSizeLessThanOrEqualTo(30);
  }

  @Test
  void readsTheExampleOfThePage() throws Exception {
    Answer answer = read(BlockLayoutPage.example());

    assertThat(answer.exit()).as(answer.out()).isZero();
    assertThat(BlockJson.parse(answer.out())).isEqualTo(BlockJson.parse(BlockLayoutPage.meaning()));
  }

  @Test
  void readsRandomBlocks() throws Exception {
    var encoder = new RecordEncoder<>(ReadingBlock.class);
    for (long seed = 0; seed < 20; seed++) {
      ReadingBlock block = block(new Random(seed));

      Answer answer = read(encoder.encode(block));

      assertThat(answer.exit()).as("seed %d: %s", seed, answer.out()).isZero();
      assertThat(BlockJson.parse(answer.out())).as("seed %d", seed).isEqualTo(BlockJson.of(block));
    }
  }

  @Test
  void refusesWhatItDoesNotKnow() throws Exception {
    byte[] example = BlockLayoutPage.example();
    byte[] otherSchema = example.clone();
    otherSchema[5]++;

    assertThat(read(otherSchema).out()).contains("not a ReadingBlock of schema version 2");
    assertThat(read(Arrays.copyOf(example, example.length - 1)).out()).contains("truncated");
    assertThat(read(otherSchema).exit()).isNotZero();
  }

  private static ReadingBlock block(Random random) {
    int polls = random.nextInt(200);
    List<SignalColumn> columns = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      SignalUnit unit = SignalUnit.values()[1 + random.nextInt(SignalUnit.values().length - 1)];
      boolean isEnergy = unit.name().endsWith("JOULES");
      columns.add(
          new SignalColumn(
              "signal \u00e4 " + i,
              unit,
              isEnergy
                  ? PackedColumns.packLongs(random.longs(polls).toArray())
                  : PackedColumns.packInts(withMissing(random, random.ints(polls).toArray()))));
    }
    return new ReadingBlock(
        "n" + random.nextInt(),
        random.nextLong() >>> 1,
        PackedColumns.VERSION,
        random.nextLong() / 2 / 1000 * 1000,
        polls,
        PackedColumns.packInts(random.ints(polls).toArray()),
        random.nextBoolean()
            ? ByteBuffer.allocate(0)
            : PackedColumns.packInts(random.ints(polls).toArray()),
        columns,
        random.nextBoolean(),
        random.nextBoolean() ? "model \u00e4" : "");
  }

  private static int[] withMissing(Random random, int[] values) {
    if (values.length > 0) {
      values[random.nextInt(values.length)] = Integer.MIN_VALUE;
    }
    return values;
  }

  private static Answer read(byte[] record) throws Exception {
    return run(READER.toString(), null, HexFormat.of().formatHex(record));
  }

  private static Answer run(String script, String argument) throws Exception {
    return run(script, argument, "");
  }

  private static Answer run(String script, String argument, String input) throws Exception {
    List<String> command = new ArrayList<>(List.of("python3", script));
    if (argument != null) {
      command.add(argument);
    }
    Path in = Files.createTempFile("block", ".hex");
    Path out = Files.createTempFile("block", ".json");
    try {
      Files.writeString(in, input);
      Process python =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .start();
      if (!python.waitFor(30, TimeUnit.SECONDS)) {
        python.destroyForcibly();
        throw new AssertionError("python3 did not end within 30 s");
      }
      return new Answer(Files.readString(out, StandardCharsets.UTF_8), python.exitValue());
    } finally {
      Files.delete(in);
      Files.delete(out);
    }
  }
}
