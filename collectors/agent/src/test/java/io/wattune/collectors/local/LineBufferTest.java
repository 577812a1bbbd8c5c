package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineBufferTest {
  private final LineBuffer buffer = new LineBuffer();
  private final List<String> lines = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  @Test
  void linesComeWholeHoweverTheBytesAreCut() {
    for (byte each : "one\r\n\n  \nzwö".getBytes(StandardCharsets.UTF_8)) {
      feed(new byte[] {each});
    }
    assertThat(lines).containsExactly("one");
    assertThat(buffer.hasRest()).isTrue();

    feed("lf\nthree\n".getBytes(StandardCharsets.UTF_8));

    assertThat(lines).containsExactly("one", "zwölf", "three");
    assertThat(faults).isEmpty();
    assertThat(buffer.hasRest()).isFalse();
  }

  @Test
  void aLineThatIsTooLongIsToldOnceAndTheNextOneComes() {
    feed("x".repeat(10 * LineBuffer.LONGEST_LINE).getBytes(StandardCharsets.UTF_8));
    feed("\nnext\n".getBytes(StandardCharsets.UTF_8));

    assertThat(faults).containsExactly("a line must have at most 16384 bytes, and end there");
    assertThat(lines).containsExactly("next");
  }

  @Test
  void theLongestLineIsTaken() {
    String longest = "x".repeat(LineBuffer.LONGEST_LINE - 1);

    feed((longest + "\n" + longest + "x\n").getBytes(StandardCharsets.UTF_8));

    assertThat(lines).containsExactly(longest);
    assertThat(faults).hasSize(1);
  }

  @Test
  void bytesThatAreNoTextAreAFault() {
    feed(new byte[] {'a', (byte) 0xff, '\n', 'b', '\n'});

    assertThat(faults).containsExactly("a line must be text in UTF-8");
    assertThat(lines).containsExactly("b");
  }

  private void feed(byte[] bytes) {
    ByteBuffer source = ByteBuffer.wrap(bytes);
    while (source.hasRemaining()) {
      buffer.fill(source);
      for (LineBuffer.Line line = buffer.next(); line != null; line = buffer.next()) {
        if (line.text() != null) {
          lines.add(line.text());
        } else {
          faults.add(String.valueOf(line.fault()));
        }
      }
    }
  }
}
