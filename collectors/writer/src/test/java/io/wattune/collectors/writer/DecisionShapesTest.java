package io.wattune.collectors.writer;

import io.wattune.collectors.amd.AmdKind;
import io.wattune.collectors.amd.FakeAmdgpu;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.files.FilesKind;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.nvml.PlayedNvml;
import io.wattune.collectors.nvml.PlayedStub;
import io.wattune.collectors.nvml.TestGpus;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.powercap.FakePowercap;
import io.wattune.collectors.running.KernelReports;
import io.wattune.collectors.simulated.SimulatedKind;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.testbed.register.ControlRegisters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Nested;

/** The contract, for every kind of device that can be set. */
class DecisionShapesTest {

  /** Where the device does not say what runs, its agent does, through the node's folder. */
  abstract static class OfTheAgent extends DecisionShapesContract {
    private final KernelReports reports = new KernelReports(device());

    @Override
    void runs(NodeConfig node, String kernel) {
      reports.runs(node.folder(), kernel);
    }

    @Override
    void unmake() {
      reports.close();
    }
  }

  abstract static class Nvidia extends OfTheAgent {
    private PlayedNvml gpu;

    abstract PlayedNvml play(String script) throws Exception;

    @Override
    DeviceKind make() throws Exception {
      gpu = play(TestGpus.H100);
      return TestGpus.kind(gpu.nvml());
    }

    @Override
    String settings() {
      return "";
    }

    @Override
    String control() {
      return "core.clock";
    }

    @Override
    TunableUnit unit() {
      return TunableUnit.MEGAHERTZ;
    }

    @Override
    List<Long> values() {
      return List.of(1_980L, 1_200L, 1_950L);
    }

    @Override
    long register() {
      int[] lock = gpu.lock(0, ClockDomain.CORE);
      return lock == null ? 1_980 : lock[1];
    }
  }

  @Nested
  class NvidiaInThisProcess extends Nvidia {
    @Override
    PlayedNvml play(String script) {
      return new FakeNvml(script);
    }
  }

  @Nested
  class NvidiaByACompiledLibrary extends Nvidia {
    @Override
    PlayedNvml play(String script) throws Exception {
      return PlayedStub.play(folder, script);
    }
  }

  @Nested
  class Amd extends OfTheAgent {
    private FakeAmdgpu driver;

    @Override
    DeviceKind make() throws Exception {
      driver = new FakeAmdgpu(folder.resolve("sys")).add(1, "0000:01:00.0");
      return new AmdKind(driver.tree());
    }

    @Override
    String settings() {
      return "\"address\": \"0000:01:00.0\"";
    }

    @Override
    String control() {
      return "power.limit";
    }

    @Override
    TunableUnit unit() {
      return TunableUnit.MILLIWATTS;
    }

    @Override
    List<Long> values() {
      return List.of(225_000L, 100_000L, 150_000L);
    }

    @Override
    long register() throws Exception {
      String text = Files.readString(driver.sensors(1).resolve("power1_cap")).strip();
      return text.isEmpty() ? -1 : Long.parseLong(text) / 1_000; // Empty: it is being written.
    }
  }

  @Nested
  class Powercap extends OfTheAgent {
    private FakePowercap cpus;

    @Override
    DeviceKind make() throws Exception {
      cpus = new FakePowercap(folder.resolve("sys")).add(0);
      return cpus.kind();
    }

    @Override
    String settings() {
      return "\"zone\": \"package-0\"";
    }

    @Override
    String control() {
      return "power.limit";
    }

    @Override
    TunableUnit unit() {
      return TunableUnit.MILLIWATTS;
    }

    @Override
    List<Long> values() {
      return List.of(FakePowercap.OWN_LONG_MICROWATTS / 1_000, 100_000L, 150_000L);
    }

    @Override
    long register() throws Exception {
      return cpus.longLimit(0) / 1_000;
    }
  }

  @Nested
  class OfFiles extends DecisionShapesContract {
    private Path device;

    @Override
    DeviceKind make() throws Exception {
      device = Files.createDirectories(folder.resolve("gpu0"));
      Files.createDirectories(device.resolve("controls"));
      Files.writeString(
          device.resolve("device.json"),
          """
          {"vendor": "acme", "model": "A1",
           "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
           "tunables": [
             {"name": "core.clock", "unit": "MEGAHERTZ", "lowest": 300, "highest": 1000,
              "step": 100}]}
          """);
      Files.writeString(device.resolve("power"), "123456\n");
      Files.writeString(device.resolve("controls/core.clock"), "900\n");
      return new FilesKind();
    }

    @Override
    String settings() {
      return "\"folder\": \"gpu0\"";
    }

    @Override
    String control() {
      return "core.clock";
    }

    @Override
    TunableUnit unit() {
      return TunableUnit.MEGAHERTZ;
    }

    @Override
    List<Long> values() {
      return List.of(900L, 400L, 600L);
    }

    @Override
    long register() throws Exception {
      return Long.parseLong(Files.readString(device.resolve("controls/core.clock")).strip());
    }

    @Override
    void runs(NodeConfig node, String kernel) throws Exception {
      Path draft = Files.writeString(device.resolve("draft"), kernel == null ? "" : kernel + "\n");
      Files.move(draft, device.resolve("activity"), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** A folder without the file {@code activity}: the agent is asked. */
  @Nested
  class OfFilesThatDoNotSayWhatRuns extends OfFiles {
    private final KernelReports reports = new KernelReports(device());

    @Override
    void runs(NodeConfig node, String kernel) {
      reports.runs(node.folder(), kernel);
    }

    @Override
    void unmake() {
      reports.close();
    }
  }

  @Nested
  class Simulated extends DecisionShapesContract {
    private ControlRegisters registers;

    @Override
    DeviceKind make() throws Exception {
      registers =
          ControlRegisters.create(
              folder.resolve("g0.registers"),
              device(),
              List.of(
                  new Tunable(
                      "core.clock",
                      TunableUnit.MEGAHERTZ,
                      ValueGrid.evenly(300, 1000, 100),
                      OptionalLong.of(1000),
                      false)));
      return new SimulatedKind();
    }

    @Override
    String settings() {
      return "\"registers\": \"g0.registers\"";
    }

    @Override
    String control() {
      return "core.clock";
    }

    @Override
    TunableUnit unit() {
      return TunableUnit.MEGAHERTZ;
    }

    @Override
    List<Long> values() {
      return List.of(1_000L, 400L, 600L);
    }

    @Override
    long register() {
      return registers.value(0);
    }

    @Override
    void runs(NodeConfig node, String kernel) {
      registers.runs(kernel == null ? "" : kernel);
    }
  }
}
