package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class LineReaderTest {

  /** Gives a few bytes at a time, as a pipe does. */
  private static InputStream dribble(byte[] bytes, Random random) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] b, int off, int len) throws IOException {
        return super.read(b, off, Math.min(len, 1 + random.nextInt(100_000)));
      }
    };
  }

  /** First letter, kept length and length of each line: the lines themselves are long. */
  private static List<String> lines(InputStream in) throws Exception {
    var reader = new LineReader(in, "file", bytes -> {});
    var lines = new ArrayList<String>();
    while (reader.next()) {
      String text = reader.text();
      lines.add(shown(text, reader.length()));
      assertThat(text.chars().distinct().count()).isLessThanOrEqualTo(1);
      assertThat(reader.isTerminated()).isTrue();
    }
    return lines;
  }

  private static String shown(String kept, long length) {
    return (kept.isEmpty() ? "" : kept.charAt(0)) + " " + kept.length() + " of " + length;
  }

  @Property(tries = 60)
  void findsTheSameLinesHoweverTheBytesArrive(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 60) int count) throws Exception {
    var random = new Random(seed);
    var expected = new ArrayList<String>();
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int length = random.nextInt(4) == 0 ? random.nextInt(400_000) : random.nextInt(80);
      String line = String.valueOf((char) ('a' + i % 26)).repeat(length);
      text.append(line).append('\n');
      expected.add(shown(line.substring(0, Math.min(length, LineReader.MAX_LINE_BYTES)), length));
    }

    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);

    assertThat(lines(dribble(bytes, random))).isEqualTo(expected);
  }

  @Test
  void usesWhatCameBeforeTheBreakOfACompressedFile() throws Exception {
    var compressed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(compressed)) {
      var random = new Random(1);
      for (int i = 0; i < 20_000; i++) {
        gzip.write((random.nextInt() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] half = Arrays.copyOf(compressed.toByteArray(), compressed.size() / 2);
    var reader =
        new LineReader(new GZIPInputStream(new ByteArrayInputStream(half)), "file", bytes -> {});

    while (reader.next()) {
      assertThat(reader.isBlank()).isFalse();
    }

    assertThat(reader.number()).isGreaterThan(1000);
    assertThat(reader.endedEarly()).isTrue();
  }

  @Test
  void namesFileAndPlaceWhenReadingFails() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk on fire");
          }
        };

    assertThatThrownBy(() -> lines(broken))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot read 'file' after 0 bytes: disk on fire");
  }
}
