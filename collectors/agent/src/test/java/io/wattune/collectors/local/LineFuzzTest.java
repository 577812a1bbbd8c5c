package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.sensor.ProfileChoice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lines of the socket and the drop folder that are nearly right: each is answered, none throws. */
class LineFuzzTest {
  static final List<String> SEEDS =
      List.of(
          "{\"do\":\"devices\"}",
          "{\"do\":\"start\",\"id\":\"a\",\"name\":\"n\",\"level\":\"process\",\"devices\":[\"G1\"],"
              + "\"labels\":{\"job\":\"7\"},\"weight\":1.5,\"pid\":12}",
          "{\"do\":\"work\",\"id\":\"a\",\"work\":3.5}",
          "{\"do\":\"end\",\"id\":\"a\",\"work\":10,\"answer\":\"none\"}",
          "{\"do\":\"activity\",\"id\":\"b\",\"name\":\"n\",\"startNanos\":1,\"endNanos\":2,"
              + "\"counters\":{\"c\":1},\"answer\":\"none\"}");

  private final LocalCounts counts = new LocalCounts();
  private final ActivityService service =
      new ActivityService(
          "n1",
          new NodeBooks(List.of("n1/G1"), ProfileChoice.AUTO, counts, () -> {}),
          AgentClock.system(),
          (topic, key, value) -> {},
          new ReportedProcesses(ProcTable.system()),
          counts);

  @Test
  void forAWhile() {
    fuzz(Duration.ofSeconds(2), 1);
  }

  @Test
  @Tag("soak")
  void forLong() {
    fuzz(Duration.ofMinutes(5), System.nanoTime());
  }

  private void fuzz(Duration length, long seed) {
    var random = new Random(seed);
    long end = System.nanoTime() + length.toNanos();
    long lines = 0;
    while (System.nanoTime() < end) {
      var caller = new FakeCaller("user" + random.nextInt(3), true);
      byte[] sent = changed(SEEDS.get(random.nextInt(SEEDS.size())), random);
      var buffer = new LineBuffer();
      int expected = 0;
      ByteBuffer bytes = ByteBuffer.wrap(sent);
      while (bytes.hasRemaining()) {
        buffer.fill(bytes);
        for (LineBuffer.Line line = buffer.next(); line != null; line = buffer.next()) {
          expected++;
          try {
            take(line, caller);
          } catch (RuntimeException e) {
            throw new AssertionError(
                "seed " + seed + ": " + new String(sent, StandardCharsets.ISO_8859_1), e);
          }
        }
      }
      service.closed(caller);
      assertThat(caller.answers)
          .as("seed %d: %s", seed, new String(sent, StandardCharsets.ISO_8859_1))
          .hasSizeLessThanOrEqualTo(expected);
      assertThat(caller.answers.size()).isGreaterThanOrEqualTo(expected == 0 ? 0 : 1);
      lines += expected;
    }
    assertThat(counts.lines.getLongValue()).isEqualTo(lines).isPositive();
  }

  private void take(LineBuffer.Line line, FakeCaller caller) {
    if (line.text() != null) {
      service.line(caller, line.text());
    } else {
      service.fault(caller, String.valueOf(line.fault()));
    }
  }

  static byte[] changed(String seed, Random random) {
    var text = new StringBuilder(seed);
    for (int n = random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(text.length());
      int to = Math.min(text.length(), at + 1 + random.nextInt(10));
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(256));
        case 1 -> text.insert(at, text.substring(at, to).repeat(1 + random.nextInt(30)));
        case 2 -> text.insert(at, random.nextBoolean() ? "1e308" : "\\u0000");
        default -> text.replace(at, to, "[{\"".substring(random.nextInt(3)));
      }
    }
    return text.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
