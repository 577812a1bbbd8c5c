package io.wattune.testbed.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ControlRegistersTest {
  private static final Tunable CLOCK =
      new Tunable(
          TunableName.CORE_CLOCK,
          TunableUnit.MEGAHERTZ,
          ValueGrid.evenly(300, 1000, 100),
          OptionalLong.of(1000),
          false);
  private static final Tunable LIMIT =
      new Tunable(
          TunableName.POWER_LIMIT,
          TunableUnit.MILLIWATTS,
          ValueGrid.of(List.of(100_000L, 175_000L, 250_000L)),
          OptionalLong.of(225_000),
          false);

  @TempDir Path folder;
  private Path file;
  private ControlRegisters registers;

  @BeforeEach
  void create() throws IOException {
    file = folder.resolve("gpu0.registers");
    registers = ControlRegisters.create(file, "n1/gpu0", List.of(CLOCK, LIMIT));
  }

  @Test
  void startsAtTheOwnValuesAndNeedsNothingButTheFile() throws IOException {
    var opened = ControlRegisters.open(file);

    assertThat(opened.device()).isEqualTo("n1/gpu0");
    assertThat(opened.tunables()).containsExactly(CLOCK, LIMIT);
    assertThat(opened.value(0)).isEqualTo(1000);
    assertThat(opened.value(opened.control(TunableName.POWER_LIMIT))).isEqualTo(225_000);
    assertThat(opened.writes(0)).isZero();
    assertThat(opened.runningActivity()).isEmpty();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void anotherMappingSeesAWriteAtOnce() throws Exception {
    var other = ControlRegisters.open(file);

    registers.write(0, 700);
    registers.runs("Märchen.kernel");

    assertThat(other.value(0)).isEqualTo(700);
    assertThat(other.writes(0)).isEqualTo(1);
    assertThat(other.value(1)).isEqualTo(225_000);
    assertThat(other.runningActivity()).contains("Märchen.kernel");
    registers.runs("");
    assertThat(other.runningActivity()).isEmpty();
  }

  @Test
  void keepsItsValuesWhenItIsCreatedAgain() throws Exception {
    registers.write(0, 500);

    var again = ControlRegisters.create(file, "n1/gpu0", List.of(CLOCK, LIMIT));

    assertThat(again.value(0)).isEqualTo(500);
    assertThat(again.writes(0)).isEqualTo(1);
  }

  @Test
  void refusesAFileOfOtherControlsOrOfAnotherDevice() {
    assertThatThrownBy(() -> ControlRegisters.create(file, "n1/gpu0", List.of(CLOCK)))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("power.limit")
        .hasMessageContaining("remove it");
    assertThatThrownBy(() -> ControlRegisters.create(file, "n1/gpu1", List.of(CLOCK, LIMIT)))
        .hasMessageContaining("n1/gpu1");
  }

  @Test
  void refusesAFileThatIsNotItsOwn() throws IOException {
    byte[] good = Files.readAllBytes(file);
    assertNotOpened(new byte[2000], "WATTREGS");
    assertNotOpened(new byte[10], "only 10 bytes");
    assertNotOpened(Arrays.copyOf(good, good.length - 8), "does not fit");
    byte[] newer = good.clone();
    newer[8] = 2;
    assertNotOpened(newer, "version 2");
    byte[] brokenUnit = good.clone();
    brokenUnit[512 + 176] = 'X';
    assertNotOpened(brokenUnit, "broken control 0");
  }

  private void assertNotOpened(byte[] bytes, String problem) throws IOException {
    Path other = folder.resolve("other");
    Files.write(other, bytes);
    assertThatThrownBy(() -> ControlRegisters.open(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(other.toString())
        .hasMessageContaining(problem);
  }

  @Test
  void takesValuesOfItsGridAndItsOwnAlone() throws Exception {
    assertThatThrownBy(() -> registers.write(0, 650))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("core.clock = 650");
    assertThatThrownBy(() -> registers.write(1, 225_001)).isInstanceOf(IOException.class);
    registers.write(1, 175_000);
    registers.write(1, 225_000);

    assertThat(registers.value(1)).isEqualTo(225_000);
    assertThat(registers.value(0)).isEqualTo(1000);
    assertThatThrownBy(() -> registers.control("fan")).hasMessageContaining("core.clock");
    assertThatThrownBy(() -> registers.value(2)).hasMessageContaining("0..1");
  }

  @Test
  void aReaderNeverSeesHalfAName() throws Exception {
    var reader = ControlRegisters.open(file);
    String one = "a".repeat(120);
    String two = "b".repeat(77);
    var done = new AtomicBoolean();
    var seen = new AtomicInteger();
    var simulator =
        new Thread(
            () -> {
              for (int i = 0; i < 2_000_000 || seen.get() < 1_000; i += 2) {
                registers.runs(one);
                registers.runs(two);
              }
              done.set(true);
            });
    simulator.start();
    int torn = 0;
    while (!done.get()) {
      String name = reader.runningActivity().orElse("");
      if (!name.isEmpty()) {
        seen.incrementAndGet();
      }
      torn += name.isEmpty() || name.equals(one) || name.equals(two) ? 0 : 1;
    }
    simulator.join();
    assertThat(torn).isZero();
    assertThat(reader.runningActivity()).contains(two);
  }

  @Test
  void anActivityNameHasAtMost120Bytes() {
    assertThatThrownBy(() -> registers.runs("x".repeat(121))).hasMessageContaining("120");
    assertThat(registers.runningActivity()).isEmpty();
  }

  @Test
  void aWriteOutlivesTheProcessThatIsKilled() throws Exception {
    registers.runs("kernel7");
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xshare:auto",
                RegisterProcess.class.getName(),
                file.toString(),
                TunableName.CORE_CLOCK,
                "400")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile())
            .start();
    try {
      while (registers.writes(0) == 0) {
        assertThat(process.isAlive()).isTrue();
        LockSupport.parkNanos(1_000_000);
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    // It saw the activity.
    assertThat(output).content().startsWith("kernel7");

    assertThat(registers.value(0)).isEqualTo(400);
    assertThat(registers.writes(0)).isEqualTo(1);
    assertThat(ControlRegisters.open(file).value(0)).isEqualTo(400);
  }
}
