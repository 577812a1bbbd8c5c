package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputsTest {
  @TempDir private Path folder;

  private static String content(InputStream in) throws IOException {
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void opensPlainFiles() throws Exception {
    Path file = Files.writeString(folder.resolve("plain"), "hello");

    assertThat(content(Inputs.open(file))).isEqualTo("hello");
    assertThat(content(Inputs.open(file.toString()))).isEqualTo("hello");
  }

  @Test
  void opensFilesShorterThanTheGzipMark() throws Exception {
    assertThat(content(Inputs.open(Files.writeString(folder.resolve("empty"), "")))).isEmpty();
    assertThat(content(Inputs.open(Files.writeString(folder.resolve("one"), "x")))).isEqualTo("x");
  }

  @Test
  void knowsGzipByItsContentAndReadsAppendedParts() throws Exception {
    Path file = folder.resolve("recording.csv");
    try (var out = Files.newOutputStream(file)) {
      for (String part : new String[] {"first ", "second"}) {
        var gzip = new GZIPOutputStream(out);
        gzip.write(part.getBytes(StandardCharsets.UTF_8));
        gzip.finish();
      }
    }

    assertThat(content(Inputs.open(file))).isEqualTo("first second");
  }

  @Test
  void saysWhatIsWrongWithAPath() {
    assertThatThrownBy(() -> Inputs.open(folder.resolve("nothing")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nothing")
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> Inputs.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a folder");
  }

  @Test
  void saysThatAGzipHeaderIsDamaged() {
    byte[] damaged = {0x1f, (byte) 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    assertThatThrownBy(() -> Inputs.uncompressed(new ByteArrayInputStream(damaged), "x.gz"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'x.gz'")
        .hasMessageContaining("damaged");
  }
}
