package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
final class NvidiaSmiCsvSpeedTest {
  private static final int LINES = 3_000_000;
  private static final int MINUTE_LINES = 6_000;

  /** Days of rows every 10 ms, made a minute at a time and never held as a whole. */
  private static final class Rows extends InputStream {
    private static final DateTimeFormatter MINUTE =
        DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:");
    private int made;
    private int taken;
    private byte[] minute =
        ("timestamp, utilization.gpu [%], pstate, temperature.gpu, clocks.current.sm [MHz],"
                + " power.draw [W]\n")
            .getBytes(StandardCharsets.US_ASCII);

    @Override
    public int read() {
      throw new UnsupportedOperationException("the reader asks for many bytes at once");
    }

    @Override
    public int read(byte[] b, int off, int len) {
      if (taken == minute.length) {
        if (made == LINES) {
          return -1;
        }
        makeMinute();
      }
      int count = Math.min(len, minute.length - taken);
      System.arraycopy(minute, taken, b, off, count);
      taken += count;
      return count;
    }

    private void makeMinute() {
      String prefix =
          MINUTE.format(LocalDateTime.ofInstant(Instant.ofEpochSecond(made / 100), ZoneOffset.UTC));
      var text = new StringBuilder();
      for (int i = 0; i < MINUTE_LINES && made < LINES; i++, made++) {
        text.append(prefix)
            .append((char) ('0' + i / 1000))
            .append((char) ('0' + i / 100 % 10))
            .append('.')
            .append((char) ('0' + i / 10 % 10))
            .append((char) ('0' + i % 10))
            .append("0, 0, P0, 34, 745, ")
            .append(60 + i % 10)
            .append(".16\n");
      }
      minute = text.toString().getBytes(StandardCharsets.US_ASCII);
      taken = 0;
    }
  }

  /**
   * A quarter of what was measured in processor time on two shared cores, which other work on the
   * machine changes by half: slower than that is a mistake.
   */
  @Test
  void readsMillionsOfLinesWithoutTakingAllDay() throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getCurrentThreadCpuTime();

    ReadFile<List<DeviceTrace>> file =
        NvidiaSmiCsv.read(new Rows(), "gpu.csv", TestFiles.UTC, bytes -> {});

    double seconds = (threads.getCurrentThreadCpuTime() - started) * 1e-9;
    System.out.printf("%,d lines in %.2f s: %,.0f lines/s%n", LINES, seconds, LINES / seconds);
    assertThat(file.malformedLines()).isZero();
    DeviceTrace trace = file.content().get(0);
    assertThat(trace.polls()).isEqualTo(LINES);
    for (int i = 0; i < LINES; i++) {
      if (trace.timesNanos()[i] != i * 10_000_000L
          || trace.values()[i] != 60_160 + 1000 * (i % 10)) {
        throw new AssertionError("poll " + i + " was misread");
      }
    }
    assertThat(LINES / seconds).isGreaterThan(300_000);
  }
}
