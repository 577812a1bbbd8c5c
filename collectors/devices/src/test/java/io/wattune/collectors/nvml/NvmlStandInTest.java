package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.GpmMetrics;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import io.wattune.testbed.standin.DeviceTruth;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.StandIn;
import io.wattune.testbed.standin.StandInFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The library whose GPUs are simulated, by the calls of the product: what is set changes power,
 * counters and the speed of a program in another process, as the truth says. Bounds are wide, since
 * the machine may be busy; sums are held to the truth.
 */
class NvmlStandInTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LOW = 1065;

  @TempDir Path path;
  private final List<Process> processes = new ArrayList<>();
  private StandInFolder folder;
  private StandInFolder.Device first;
  private Process player;
  private Nvml nvml;
  private long gpu;

  @BeforeEach
  void start() throws Exception {
    Assumptions.assumeTrue(
        NvmlStandIn.obstacle().isEmpty(), () -> NvmlStandIn.obstacle().orElse(""));
    folder = new StandInFolder(path);
    NvmlStandIn.make(folder);
    player = start(StandIn.class, path.toString(), "nvidia=2", "powercap=1");
    assertThat(player.inputReader().readLine()).isEqualTo("ready");
    first = folder.devices().get(0);
    nvml = NvmlLibrary.load(folder.library().toString());
    nvml.init();
    gpu = nvml.device(first.uuid());
  }

  @AfterEach
  void stop() throws Exception {
    for (Process each : processes) {
      each.destroyForcibly().waitFor();
    }
  }

  @Test
  void itSaysWhatTheProductAsksAndSetsWhatItSets() throws Exception {
    assertThat(nvml.deviceCount()).isEqualTo(2);
    assertThat(nvml.model(gpu)).contains("stand-in");
    assertThat(nvml.memoryClocks(gpu)).containsExactly(2619, 1593);
    assertThat(nvml.coreClocks(gpu, 2619)).hasSize(104).contains(210, LOW, 1755);
    assertThat(nvml.pair(gpu, NvmlPair.POWER_LIMITS))
        .isEqualTo(new NvmlPair.Numbers(150_000, 400_000));
    GpuKnobs knobs =
        GpuKnobs.of(nvml, gpu, java.util.OptionalLong.empty(), java.util.OptionalLong.empty());
    assertThat(knobs.findings()).isEmpty();
    assertThat(knobs.knobs()).hasSize(3);
    PowerOffer offer = PowerOffer.of(nvml, gpu);
    assertThat(offer.powers())
        .containsExactly(PowerChoice.INSTANT, PowerChoice.AVERAGE, PowerChoice.USAGE);
    assertThat(offer.energy()).isEqualTo(EnergyQuestion.FIELD);

    nvml.lockClocks(gpu, ClockDomain.CORE, 210, LOW);
    nvml.lockClocks(gpu, ClockDomain.MEMORY, 1593, 1593);
    nvml.setPowerLimit(gpu, 200_000);

    assertThat(folder.registers(first).coreCeiling()).isEqualTo(LOW);
    assertThat(folder.registers(first).memoryCeiling()).isEqualTo(1593);
    assertThat(nvml.number(gpu, NvmlNumber.POWER_LIMIT, 0)).isEqualTo(200_000);
    assertThatThrownBy(() -> nvml.setPowerLimit(gpu, 100_000))
        .isInstanceOfSatisfying(
            NvmlException.class, e -> assertThat(e.code()).isEqualTo(NvmlCode.INVALID_ARGUMENT));
    nvml.unlockClocks(gpu, ClockDomain.CORE);
    nvml.unlockClocks(gpu, ClockDomain.MEMORY);
    nvml.setPowerLimit(gpu, 350_000);
    assertThat(folder.registers(first)).isEqualTo(folder.own(first));
  }

  @Test
  @Tag("long")
  void aLowerClockSlowsAProgramOfAnotherProcessAndSavesPowerAsTheTruthSays() throws Exception {
    Process load = load("0.95:0.02");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(nvml.computeProcesses(gpu)).containsExactly((int) load.pid()));
    DeviceTruth own = folder.truth(first);
    long counted = energy();
    double pipes = pipes(Duration.ofSeconds(2));
    DeviceTruth before = folder.truth(first);
    assertThat(before.slowdownSince(own)).isEqualTo(0, within(1e-6));
    assertThat(pipes).isEqualTo(95, within(2.0));
    assertThat((energy() - counted) * 1e-3)
        .as("the counter is a tenth of a second behind at most")
        .isEqualTo(before.joules() - own.joules(), within(45.0));

    nvml.lockClocks(gpu, ClockDomain.CORE, 210, LOW);

    await()
        .atMost(PATIENCE)
        .until(() -> nvml.number(gpu, NvmlNumber.CLOCK, ClockDomain.CORE.type()) == LOW);
    DeviceTruth from = folder.truth(first);
    pass(Duration.ofSeconds(2));
    DeviceTruth to = folder.truth(first);
    assertThat(to.slowdownSince(from)).isEqualTo(0.95 * 1755 / LOW + 0.05 - 1, within(1e-3));
    assertThat(to.watts()).isLessThan(0.75 * before.watts());
    assertThat(instantWatts()).isEqualTo(to.watts(), within(1.0));
    assertThat(load.isAlive()).isTrue();
  }

  @Test
  @Tag("long")
  void whoeverIsKilledStopsNobody() throws Exception {
    Process load = load("0.1:0.8");
    Process setter = start(Setter.class, folder.library().toString(), first.uuid());
    await().atMost(PATIENCE).until(() -> folder.registers(first).coreCeiling() != 0);

    setter.destroyForcibly().waitFor();
    load.destroyForcibly().waitFor();

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(nvml.computeProcesses(gpu)).isEmpty());
    nvml.unlockClocks(gpu, ClockDomain.CORE);
    assertThat(folder.registers(first)).isEqualTo(folder.own(first));
    await().atMost(PATIENCE).until(() -> folder.truth(first).watts() < 60);

    player.destroyForcibly().waitFor();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> nvml.number(gpu, NvmlNumber.POWER, 0))
                    .isInstanceOfSatisfying(
                        NvmlException.class, e -> assertThat(e.code().isLoss()).isTrue()));
  }

  /** Sets clocks as fast as it can, until it is killed. */
  static final class Setter {
    public static void main(String[] arguments) throws Exception {
      Nvml nvml = NvmlLibrary.load(arguments[0]);
      nvml.init();
      long gpu = nvml.device(arguments[1]);
      while (!Thread.currentThread().isInterrupted()) {
        nvml.lockClocks(gpu, ClockDomain.CORE, 210, LOW);
        nvml.lockClocks(gpu, ClockDomain.CORE, 210, LOW + 15);
      }
    }
  }

  private Process load(String phases) throws IOException {
    return start(
        LoadProgram.class,
        "--page",
        folder.page().toString(),
        "--phases",
        phases,
        "--step",
        "0.05");
  }

  private Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    return process;
  }

  private long energy() throws NvmlException {
    var fields = new FieldValues(Nvml.FIELD_TOTAL_ENERGY);
    nvml.fields(gpu, fields);
    assertThat(fields.code(0)).isZero();
    return fields.value(0);
  }

  private double instantWatts() throws NvmlException {
    var fields = new FieldValues(Nvml.FIELD_POWER_INSTANT);
    nvml.fields(gpu, fields);
    return fields.value(0) * 1e-3;
  }

  /** How busy the pipes are, in percent, over some time. */
  private double pipes(Duration time) throws NvmlException {
    long earlier = nvml.newGpmSample();
    long later = nvml.newGpmSample();
    var metrics = new GpmMetrics(new int[] {GpmMetric.FP32_UTIL.number()});
    nvml.takeGpmSample(gpu, earlier);
    pass(time);
    nvml.takeGpmSample(gpu, later);
    nvml.gpmMetrics(earlier, later, metrics);
    nvml.freeGpmSample(earlier);
    nvml.freeGpmSample(later);
    return metrics.value(0);
  }

  /** The devices are simulated in real time. */
  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
