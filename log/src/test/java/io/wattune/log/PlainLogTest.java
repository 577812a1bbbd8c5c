package io.wattune.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class PlainLogTest {
  private static final Instant AT = Instant.parse("2026-11-25T20:00:00.123456Z");

  @Test
  void aMessageIsOneLineWhateverIsInIt() {
    assertThat(PlainLog.line(AT, Level.WARN, "io.wattune.Setter", "node a\nb\u001b[0m: gone", null))
        .isEqualTo("2026-11-25T20:00:00.123Z WARN Setter - node a?b?[0m: gone");
    assertThat(PlainLog.line(AT, Level.WARN, "Setter", "ü\u009b2J\u2028\u0085e", null))
        .endsWith(" - ü?2J??e");
  }

  @Test
  void whatWasThrownStandsBelowIt() {
    String line =
        PlainLog.line(AT, Level.ERROR, "Setter", "failed", new IllegalStateException("why"));

    assertThat(line.lines().toList().get(0)).endsWith("ERROR Setter - failed");
    assertThat(line.lines().skip(1))
        .isNotEmpty()
        .allMatch(each -> each.startsWith("  "))
        .anyMatch(each -> each.contains("IllegalStateException: why"));
  }

  @Test
  void whatWasThrownBeginsNoLineOfItsOwnEither() {
    var thrown = new IllegalStateException("a\r2026 ERROR b\u2028c\n2026 ERROR d\u001b[2K");

    String line = PlainLog.line(AT, Level.ERROR, "Setter", "failed", thrown);

    assertThat(line).contains("a?2026 ERROR b?c\n  2026 ERROR d?[2K").doesNotContain("\r");
  }

  @Test
  void itIsTheLogOfEveryProcessAndFrameworksMayBeQuietened() {
    Logger ours = LoggerFactory.getLogger("io.wattune.log.Any");
    Logger theirs = LoggerFactory.getLogger("some.framework.Any");
    assertThat(ours.isInfoEnabled()).isTrue();
    assertThat(ours.isDebugEnabled()).isFalse();
    assertThat(theirs.isWarnEnabled()).isTrue();
    assertThat(theirs.isInfoEnabled()).isFalse();

    PlainLog.quieten(List.of("some.framework"));

    assertThat(theirs.isErrorEnabled()).as("one that was there already").isFalse();
    assertThat(LoggerFactory.getLogger("some.framework.Later").isErrorEnabled()).isFalse();
    assertThat(ours.isInfoEnabled()).isTrue();
  }
}
