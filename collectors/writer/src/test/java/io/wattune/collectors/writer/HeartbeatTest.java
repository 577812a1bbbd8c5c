package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeartbeatTest {
  private static final long MILLI = 1_000_000L;

  @TempDir Path folder;

  @Test
  void whatIsShownIsSeen() throws Exception {
    Heartbeat shown = Heartbeat.open(folder.resolve("beat"));
    Heartbeat seen = Heartbeat.watch(folder.resolve("beat"));
    assertThat(seen).isNotNull();
    long first = seen.read().beat();

    shown.beat(42);

    assertThat(seen.read()).isEqualTo(new Heartbeat.Beat(first + 1, 42, ProcessIdentity.own()));
  }

  @Test
  void aBeatThatWasThereBeforeIsNoSignOfLife() throws Exception {
    Path file = folder.resolve("beat");
    var watch = new BeatWatch(file, 0);
    watch.look(0);
    assertThat(watch.last()).as("no file yet").isNull();
    Heartbeat shown = Heartbeat.open(file);

    watch.look(10 * MILLI);
    assertThat(watch.isMoving(10 * MILLI, 100 * MILLI)).isFalse();
    shown.beat(Heartbeat.NOTHING_OUT);
    watch.look(20 * MILLI);

    assertThat(watch.isMoving(20 * MILLI, 100 * MILLI)).isTrue();
    assertThat(watch.isMoving(120 * MILLI, 100 * MILLI)).isTrue();
    assertThat(watch.isMoving(121 * MILLI, 100 * MILLI)).isFalse();
    assertThat(watch.stillNanos(121 * MILLI)).isEqualTo(101 * MILLI);
  }

  @Test
  void aFileOfSomethingElseIsNoHeartbeat() throws Exception {
    Path file = Files.write(folder.resolve("beat"), new byte[64]);

    assertThat(Heartbeat.watch(file).read()).isNull();
    assertThat(Heartbeat.watch(Files.write(folder.resolve("short"), new byte[8]))).isNull();
  }

  @Test
  void aProcessIdThatWasGivenToAnotherIsNotTheSameProcess() {
    ProcessIdentity own = ProcessIdentity.own();

    assertThat(own.isAlive()).isTrue();
    assertThat(own.startedAt()).isPositive();
    assertThat(new ProcessIdentity(own.pid(), own.startedAt() + 1).isAlive()).isFalse();
    assertThat(ProcessIdentity.parse(own.text())).isEqualTo(own);
    assertThat(ProcessIdentity.parse("12")).isNull();
    assertThat(ProcessIdentity.parse("a b")).isNull();
  }
}
