package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.failure.EngineException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class NvidiaSmiCsvPropertyTest {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS");
  private static final String[] NO_READING = {"[N/A]", "N/A", "[Unknown Error]", ""};
  private static final String[] OTHERS = {"pstate", "temperature.gpu", "power.limit"};

  private record Poll(int gpu, long timeNanos, int milliwatts) {}

  private static List<Poll> polls(Random random, int gpus, int rows) {
    var polls = new ArrayList<Poll>();
    long millis = 1_689_268_532_351L;
    for (int i = 0; i < rows; i++) {
      int value = random.nextInt(10) == 0 ? PollBlock.MISSING : 10 * random.nextInt(100_000_000);
      polls.add(new Poll(random.nextInt(gpus), millis * 1_000_000L, value));
      millis += random.nextInt(30) - 2;
    }
    // One reading at least for each, so that no file is refused for having none.
    for (int gpu = 0; gpu < gpus; gpu++) {
      polls.add(new Poll(gpu, millis * 1_000_000L, 1_000));
    }
    return polls;
  }

  private static String cell(String column, Poll poll, boolean units, Random random) {
    return switch (column) {
      case "timestamp" ->
          STAMP.format(
              LocalDateTime.ofInstant(
                  Instant.ofEpochMilli(poll.timeNanos() / 1_000_000), ZoneOffset.UTC));
      case "uuid" -> "GPU-" + poll.gpu();
      case "power.draw" ->
          poll.milliwatts() == PollBlock.MISSING
              ? NO_READING[random.nextInt(NO_READING.length)]
              : String.format(
                  "%d.%02d%s",
                  poll.milliwatts() / 1000, poll.milliwatts() % 1000 / 10, units ? " W" : "");
      default -> "P" + random.nextInt(9);
    };
  }

  private static String print(List<Poll> polls, Random random) {
    boolean units = random.nextBoolean();
    boolean headerUnits = random.nextBoolean();
    String comma = random.nextBoolean() ? ", " : ",";
    String end = random.nextBoolean() ? "\n" : "\r\n";
    var columns = new ArrayList<>(List.of("timestamp", "uuid", "power.draw"));
    for (String other : OTHERS) {
      if (random.nextBoolean()) {
        columns.add(other);
      }
    }
    var text = new StringBuilder(random.nextBoolean() ? "\u00ef\u00bb\u00bf" : "");
    for (int i = 0; i < polls.size(); i++) {
      if (i == 0 || random.nextInt(50) == 0) {
        Collections.shuffle(columns, random);
        text.append(
            String.join(comma, columns)
                .replace("power.draw", headerUnits ? "power.draw [W]" : "power.draw"));
        text.append(end);
      }
      Poll poll = polls.get(i);
      text.append(
          String.join(comma, columns.stream().map(c -> cell(c, poll, units, random)).toList()));
      text.append(end);
      if (random.nextInt(40) == 0) {
        text.append(end);
      }
    }
    return text.toString();
  }

  @Property(tries = 200)
  void readsBackWhatWasPrinted(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int gpus,
      @ForAll @IntRange(min = 0, max = 400) int rows)
      throws Exception {
    var random = new Random(seed);
    List<Poll> polls = polls(random, gpus, rows);

    ReadFile<List<DeviceTrace>> file = TestFiles.read(print(polls, random));

    assertThat(file.malformed()).isEmpty();
    assertThat(file.content()).hasSize(gpus);
    for (DeviceTrace trace : file.content()) {
      List<Poll> expected =
          polls.stream().filter(p -> trace.device().equals("node1/GPU-" + p.gpu())).toList();
      assertThat(trace.timesNanos())
          .containsExactly(expected.stream().mapToLong(Poll::timeNanos).toArray());
      assertThat(trace.values())
          .containsExactly(expected.stream().mapToInt(Poll::milliwatts).toArray());
    }
  }

  @Property(tries = 500)
  void garbageIsRefusedOrCountedAndNothingElseIsThrown(
      @ForAll @Size(max = 3000) byte[] garbage, @ForAll boolean behindAHeader) throws Exception {
    String prefix = behindAHeader ? "timestamp, uuid, power.draw [W]\n" : "";
    assertSurvives(concat(prefix.getBytes(StandardCharsets.UTF_8), garbage));
  }

  /** Damages good files: nearer to what happens than noise, and reaches further into the reader. */
  @Property(tries = 500)
  void damagedFilesAreRefusedOrCountedAndEveryLineIsAccountedFor(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int damages) throws Exception {
    var random = new Random(seed);
    byte[] bytes = print(polls(random, 3, 100), random).getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < damages; i++) {
      byte[] replacements = {0, '\n', ',', '-', '[', '"', (byte) 0xff, '.', ' ', '9'};
      bytes[random.nextInt(bytes.length)] = replacements[random.nextInt(replacements.length)];
    }
    assertSurvives(bytes);
  }

  private static void assertSurvives(byte[] bytes) throws IOException {
    try {
      ReadFile<List<DeviceTrace>> file =
          NvidiaSmiCsv.read(new ByteArrayInputStream(bytes), "gpu.csv", TestFiles.UTC, total -> {});
      long polls = file.content().stream().mapToLong(DeviceTrace::polls).sum();
      assertThat(polls).isPositive();
      assertThat(polls + file.malformedLines()).isLessThan(file.lines());
      for (DeviceTrace trace : file.content()) {
        for (int value : trace.values()) {
          assertThat(value == PollBlock.MISSING || value >= 0).isTrue();
        }
      }
    } catch (EngineException e) {
      assertThat(e).hasMessageStartingWith("gpu.csv: ");
    }
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
