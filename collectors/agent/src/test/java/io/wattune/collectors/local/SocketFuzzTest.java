package io.wattune.collectors.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.node.ActivitiesConfig;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.core.sensor.ProfileChoice;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Programs at the agent's socket that send anything, in any pieces, and read their answers or not,
 * stop in the middle or go: who asks next is answered.
 */
class SocketFuzzTest {
  private static final int MOST_CONNECTIONS = 12;
  private static final int MOST_TRIES = 100;

  /** Not the build's folder: a socket's path is short. */
  private Path folder = Path.of("");

  private final List<String> changes = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("wt");
  }

  @AfterEach
  void deleteFolder() throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

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
    List<SocketChannel> open = new ArrayList<>();
    try (LocalActivities local = start()) {
      long end = System.nanoTime() + length.toNanos();
      for (int i = 0; System.nanoTime() - end < 0; i++) {
        step(local.socket(), open, random);
        if (i % 100 == 0) {
          try (var client = new SocketClient(local.socket())) {
            assertThat(client.ask("{'do':'devices'}").path("ok").asBoolean())
                .as("seed %d, step %d, %s", seed, i, changes)
                .isTrue();
          }
        }
      }
      assertThat(local.counts().refusedLines.getLongValue()).as("seed %d", seed).isPositive();
    } finally {
      for (SocketChannel each : open) {
        each.close();
      }
    }
    assertThat(changes).as("seed %d", seed).noneMatch(change -> change.contains("defect"));
  }

  /** One connection more, or one of those that there are sends something, stops or goes. */
  private static void step(Path socket, List<SocketChannel> open, Random random)
      throws IOException {
    if (open.isEmpty() || open.size() < MOST_CONNECTIONS && random.nextInt(4) == 0) {
      SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
      channel.configureBlocking(false);
      open.add(channel);
      return;
    }
    int which = random.nextInt(open.size());
    SocketChannel channel = open.get(which);
    try {
      switch (random.nextInt(12)) {
        case 0 -> {
          channel.close();
          open.remove(which);
        }
        case 1 -> channel.shutdownOutput();
        case 2, 3, 4 -> channel.read(ByteBuffer.allocate(random.nextInt(10_000)));
        default -> send(channel, random);
      }
    } catch (IOException e) {
      channel.close(); // The agent has had enough of this one.
      open.remove(which);
    }
  }

  private static void send(SocketChannel channel, Random random) throws IOException {
    String seed = LineFuzzTest.SEEDS.get(random.nextInt(LineFuzzTest.SEEDS.size()));
    byte[] line = LineFuzzTest.changed(seed, random);
    int length = random.nextInt(3) == 0 ? random.nextInt(line.length) : line.length;
    ByteBuffer bytes = ByteBuffer.wrap(line, 0, length);
    for (int i = 0; i < MOST_TRIES && bytes.hasRemaining(); i++) {
      channel.write(bytes); // Where nobody takes more, half a line is what was sent.
    }
  }

  private LocalActivities start() throws IOException {
    return LocalActivities.start(
        "n1",
        List.of("n1/G1"),
        new ActivitiesConfig(true, folder.resolve("s"), null, null, null),
        ProfileChoice.AUTO,
        AgentClock.system(),
        (topic, key, value) -> {},
        new ReportedProcesses(ProcTable.system()),
        changes::add);
  }
}
