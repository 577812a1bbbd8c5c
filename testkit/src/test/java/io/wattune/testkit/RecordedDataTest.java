package io.wattune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class RecordedDataTest {
  @Test
  void whatIsMissingIsPrintedOnceAndSkipsEachTest() {
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> RecordedData.folder("nobody-has-this"))
            .isInstanceOf(TestAbortedException.class)
            .hasMessageContaining("nobody-has-this");
      }
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo(RecordedData.missing("nobody-has-this"));
  }
}
