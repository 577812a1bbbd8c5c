package io.wattune.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private final List<String> lines = new ArrayList<>();
  private boolean readsUnfinished;

  private final ProgressFormat format =
      new ProgressFormat() {
        @Override
        public void line(String line, long nowNanos) {
          lines.add(line);
        }

        @Override
        public boolean readsUnfinishedLines() {
          return readsUnfinished;
        }

        @Override
        public @Nullable ProgressReport newest() {
          return null;
        }

        @Override
        public String fault() {
          return "";
        }
      };

  @Test
  void everyByteIsPassedOnUnchanged() {
    byte[] bytes = new byte[300_000];
    new Random(3).nextBytes(bytes);
    var to = new ByteArrayOutputStream();

    new ProgressLines(new ByteArrayInputStream(bytes), to, format, () -> 0).pass();

    assertThat(to.toByteArray()).isEqualTo(bytes);
    assertThat(lines).allMatch(line -> line.length() <= ProgressLines.LONGEST_LINE);
  }

  @Test
  void linesEndWithAnyOfTheirEnds() {
    pass("one\ntwo\r\nthree\rfour");

    assertThat(lines).containsExactly("one", "two", "three", "four");
  }

  @Test
  void ofALongLineTheBeginningIsShown() {
    pass("x".repeat(10_000) + "\nnext\n");

    assertThat(lines).containsExactly("x".repeat(ProgressLines.LONGEST_LINE), "next");
  }

  @Test
  void aBarIsSeenBeforeItsLineEnds() {
    readsUnfinished = true;
    pass("\r 1/2 [00:01, 1it/s]");

    assertThat(lines).contains(" 1/2 [00:01, 1it/s]");
  }

  /**
   * As with a reader such as head: the command must find its pipe closed, and not wait for ever.
   */
  @Test
  void whereNobodyReadsTheCommandsPipeIsClosed() {
    boolean[] isClosed = new boolean[1];
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            return length;
          }

          @Override
          public void close() {
            isClosed[0] = true;
          }
        };
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };

    new ProgressLines(endless, broken, format, () -> 0).pass();

    assertThat(isClosed[0]).isTrue();
  }

  private void pass(String text) {
    var from = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    new ProgressLines(from, new ByteArrayOutputStream(), format, () -> 0).pass();
  }
}
