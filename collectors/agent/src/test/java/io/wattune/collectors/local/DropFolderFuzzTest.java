package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.sensor.ProfileChoice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A drop folder in which anything appears and goes, under a few names: what is whole is taken, no
 * turn throws, nothing outside is touched, and a right file is answered afterwards.
 */
class DropFolderFuzzTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<String> ENDS =
      List.of(".jsonl", ".jsonl", ".jsonl", ".taken", ".refused", ".answers", ".answers.draft");

  @TempDir private Path place;
  private final LocalCounts counts = new LocalCounts();
  private final List<String> changes = new ArrayList<>();
  private final ActivityService service =
      new ActivityService(
          "n1",
          new NodeBooks(List.of("n1/G1"), ProfileChoice.AUTO, counts, () -> {}),
          AgentClock.system(),
          (topic, key, value) -> {},
          new ReportedProcesses(ProcTable.system()),
          counts);

  @Test
  void forAWhile() throws Exception {
    fuzz(Duration.ofSeconds(2), 1);
  }

  @Test
  @Tag("soak")
  void forLong() throws Exception {
    fuzz(Duration.ofMinutes(5), System.nanoTime());
  }

  private void fuzz(Duration length, long seed) throws Exception {
    var random = new Random(seed);
    Path folder = Files.createDirectory(place.resolve("drop"));
    Path outside = Files.writeString(place.resolve("outside"), "as it was");
    var drop = new DropFolder(folder, service, counts, changes::add);
    long now = 0;
    long end = System.nanoTime() + length.toNanos();
    while (System.nanoTime() < end) {
      for (int n = random.nextInt(6); n > 0; n--) {
        String name = "job" + random.nextInt(4) + ENDS.get(random.nextInt(ENDS.size()));
        appear(folder.resolve(name), outside, random);
      }
      try {
        drop.work(now, System.currentTimeMillis());
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      now += SECOND;
    }
    assertThat(outside).as("seed %d", seed).hasContent("as it was");
    assertThat(counts.lines.getLongValue()).as("seed %d, %s", seed, changes).isPositive();

    Files.writeString(folder.resolve("right.jsonl"), "{\"do\":\"devices\"}\n");
    drop.work(now, System.currentTimeMillis());
    drop.work(now + SECOND, System.currentTimeMillis());
    assertThat(folder.resolve("right.answers"))
        .as("seed %d, %s", seed, changes)
        .content()
        .contains("n1/G1");
  }

  /** A file, a link, a folder, or nothing any more. */
  private static void appear(Path file, Path outside, Random random) throws IOException {
    try {
      switch (random.nextInt(6)) {
        case 0 -> Files.createSymbolicLink(file, outside);
        case 1 -> Files.createDirectory(file);
        case 2 -> Files.deleteIfExists(file);
        default -> {
          if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.write(file, lines(random));
          }
        }
      }
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(file);
    }
  }

  private static byte[] lines(Random random) {
    var text = new StringBuilder();
    for (int n = random.nextInt(4); n > 0; n--) {
      String seed = LineFuzzTest.SEEDS.get(random.nextInt(LineFuzzTest.SEEDS.size()));
      text.append(new String(LineFuzzTest.changed(seed, random), StandardCharsets.ISO_8859_1));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
