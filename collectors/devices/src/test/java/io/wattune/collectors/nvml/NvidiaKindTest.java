package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import io.wattune.core.device.Signal;
import io.wattune.core.tunable.Tunable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NvidiaKindTest {
  @TempDir Path folder;

  @Test
  void findsAGpuWithSignalsControlsAndCounters() {
    var fake = new FakeNvml(TestGpus.H100);

    Discovery found = TestGpus.kind(fake).find();

    assertThat(found.findings()).isEmpty();
    FoundDevice gpu = found.devices().get(0);
    assertThat(gpu.uuid()).isEqualTo("GPU-a");
    assertThat(gpu.model()).isEqualTo("NVIDIA H100 80GB HBM3");
    assertThat(gpu.driver()).isEqualTo("550.54.15");
    assertThat(gpu.signals())
        .extracting(Signal::name)
        .containsExactly(
            "power.draw.instant", "power.draw.average", "power.draw", "total_energy_consumption");
    assertThat(gpu.tunables())
        .extracting(Tunable::name)
        .containsExactly("core.clock", "memory.clock", "power.limit");
    assertThat(gpu.tunables().get(0).grid().values())
        .containsExactly(210L, 1_200L, 1_950L, 1_965L, 1_980L);
    assertThat(gpu.tunables().get(2).grid().step()).isEqualTo(1_000);
    assertThat(gpu.counters()).contains("clocks.current.graphics", "utilization.gpu");
    assertThat(gpu.findings())
        .extracting(Finding::what)
        .as("GPM is not there, and the script's GPU misses nothing else")
        .containsExactly(
            "power.draw.instant is polled 50 times a second until it is known when its sensor"
                + " updates, then once or twice an update (100 ms was published of this model;"
                + " followUpdates=false keeps the rate)",
            "inputs of the controller without a source:"
                + " ICActivity, VALUBusy: GPM metrics need Hopper or newer, without slices, and a"
                + " driver from 520 on;"
                + " VALUUtilization, MemUnitBusy, MemUnitStalled, WriteUnitStalled: only a profiler"
                + " (Nsight Compute, CUPTI) has it;"
                + " VGPRs: registers are known to the launch, not to the driver;"
                + " SGPRs: the hardware has no scalar registers of this kind",
            "its counters do not show how much work is done: without another work signal it is"
                + " measured and not tuned");
    assertThat(fake.inits()).as("every initialisation was taken back").isZero();
    assertThat(fake.writes()).as("finding changes nothing").isEmpty();
  }

  @Test
  void oneGpuThatFailsDoesNotHideTheOthers() {
    String twoGpus = TestGpus.H100.replace("gpu GPU-a", "gpu GPU-lost x\n* @0 error 15\ngpu GPU-a");

    Discovery found = TestGpus.kind(new FakeNvml(twoGpus)).find();

    assertThat(found.devices()).extracting(FoundDevice::uuid).containsExactly("GPU-a");
    assertThat(found.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Finding.Level.BROKEN);
              assertThat(finding.what()).contains("GPU 0").contains("lost");
              assertThat(finding.remedy()).contains("reset it");
            });
  }

  @ParameterizedTest
  @CsvSource({"9, modprobe nvidia", "18, restart the machine", "4, /dev/nvidia", "999, dmesg"})
  void aDriverThatDoesNotWorkIsAFindingWithARemedy(int code, String remedy) {
    var fake = new FakeNvml("wattune-nvml 1\ninit @0 error " + code + "\n");

    Discovery found = TestGpus.kind(fake).find();

    assertThat(found.devices()).isEmpty();
    assertThat(found.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Finding.Level.BROKEN);
              assertThat(finding.what()).contains("nvmlInit_v2").contains("code " + code);
              assertThat(finding.remedy()).contains(remedy);
            });
  }

  @Test
  void aMachineWithoutTheLibraryGetsAFindingAndNoException() throws Exception {
    NvmlOpening none = () -> NvmlLibrary.load(folder.resolve("libnone.so").toString());
    var proc = Path.of("no-such-folder");

    Discovery withoutCard =
        new NvidiaKind(none, proc, new PciVendors(folder.resolve("none")), GpuTime.MACHINE).find();
    Path card = Files.createDirectories(folder.resolve("pci/0000:01:00.0"));
    Files.writeString(card.resolve("vendor"), "0x10de\n");
    Files.writeString(card.resolve("class"), "0x030200\n");
    Discovery withCard =
        new NvidiaKind(none, proc, new PciVendors(folder.resolve("pci")), GpuTime.MACHINE).find();

    assertThat(withoutCard.findings())
        .extracting(Finding::level)
        .containsExactly(Finding.Level.NOTE);
    assertThat(withCard.findings())
        .extracting(Finding::level)
        .containsExactly(Finding.Level.MISSING);
    assertThat(withCard.findings().get(0).remedy()).contains("install NVIDIA's driver");
  }

  @Test
  void thisMachineCanBeLookedAtWhateverItHas() {
    Discovery found = new NvidiaKind().find();

    assertThat(found.devices().size() + found.findings().size()).isPositive();
  }

  @Test
  void slicesAreSaidAndNotRead() {
    String sliced =
        TestGpus.H100
            + "mig @0 1 1\nmostslices @0 7\ngpm @0 1\nslice MIG-1 NVIDIA H100 80GB HBM3 MIG 3g.40gb\nsliceunits @0 60\nslice MIG-2 b\n";

    FoundDevice gpu = TestGpus.kind(new FakeNvml(sliced)).find().devices().get(0);

    assertThat(gpu.findings())
        .extracting(Finding::what)
        .anyMatch(
            f -> f.contains("[MIG-1 (3g.40gb) with 60 units, MIG-2]") && f.contains("not split"));
    assertThat(gpu.counters()).as("no GPM beside slices").noneMatch(c -> c.startsWith("gpm."));
    var settings = new DeviceSettings("n1/MIG-1", Path.of(""), Map.of());
    assertThatThrownBy(() -> TestGpus.kind(new FakeNvml(sliced)).openSource(settings, () -> 0))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("list its whole GPU");
  }

  @Test
  void aGuestWithAShareOfAGpuHasNoControls() throws Exception {
    String guest = TestGpus.H100 + "virtualization @0 2\n";

    FoundDevice gpu = TestGpus.kind(new FakeNvml(guest)).find().devices().get(0);

    assertThat(gpu.tunables()).isEmpty();
    assertThat(gpu.findings()).extracting(Finding::what).anyMatch(f -> f.contains("guest"));
  }

  /** The host sets the whole GPU, and reads the power of all its guests. */
  @Test
  void aHostOfGuestsThatShareAGpuIsSaidToBeOne() {
    String host = TestGpus.H100 + "virtualization @0 3\n";

    FoundDevice gpu = TestGpus.kind(new FakeNvml(host)).find().devices().get(0);

    assertThat(gpu.tunables())
        .extracting(Tunable::name)
        .containsExactly("core.clock", "memory.clock", "power.limit");
    assertThat(gpu.findings())
        .filteredOn(finding -> finding.level() == Finding.Level.NOTE)
        .extracting(Finding::what)
        .contains("host of guests that share the GPU: its power is that of all of them");
  }

  @Test
  void whatAnOlderGpuLacksIsAbsentAndSaid() {
    String pascal =
        """
        wattune-nvml 1
        driver 470.1
        gpu GPU-a Tesla P100
        architecture @0 4
        power @0 30000
        memoryclocks @0 715
        coreclocks.715 @0 1328 544
        limit @0 250000
        limits @0 125000 250000
        persistence @0 0
        """;

    FoundDevice gpu = TestGpus.kind(new FakeNvml(pascal)).find().devices().get(0);

    assertThat(gpu.signals()).extracting(Signal::name).containsExactly("power.draw");
    assertThat(gpu.tunables()).extracting(Tunable::name).containsExactly("power.limit");
    assertThat(gpu.findings())
        .extracting(Finding::what)
        .anyMatch(f -> f.contains("no core.clock"))
        .anyMatch(f -> f.contains("its memory has one clock"))
        .anyMatch(f -> f.contains("no energy counter"))
        .anyMatch(f -> f.contains("persistence mode is off"));
  }

  @Test
  void settingsAreChecked() {
    NvidiaKind kind = TestGpus.kind(new FakeNvml(TestGpus.H100));

    refused(kind, Map.of("signal", "fast"), "must be one of [auto, instant");
    refused(kind, Map.of("signal", "samples"), "it gives [instant, average, usage]");
    refused(kind, Map.of("pollPeriodMillis", "0"), "must be in 1..10000");
    refused(kind, Map.of("followUpdates", "yes"), "must be true or false");
    refused(kind, Map.of("counterHertz", "11"), "must be in 0..10");
    refused(kind, Map.of("pollPeriod", "20"), "unknown setting 'pollPeriod'");
    refused(kind, Map.of("uuid", "GPU-z"), "nothing was found");
  }

  private static void refused(NvidiaKind kind, Map<String, String> values, String message) {
    assertThatThrownBy(() -> kind.openSource(TestGpus.settings(values), () -> 0))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatIsOpenedAndRefusedOrClosedLeavesNoInitialisationBehind() throws Exception {
    var fake = new FakeNvml(TestGpus.H100);
    NvidiaKind kind = TestGpus.kind(fake);

    kind.openSource(TestGpus.settings(Map.of()), () -> 0).close();
    kind.openControls(TestGpus.settings(Map.of())).close();
    refused(kind, Map.of("signal", "samples"), "gives");
    refused(kind, Map.of("uuid", "GPU-z"), "nothing was found");

    assertThat(fake.inits()).isZero();
  }

  @Test
  void powerLimitIsSetAndReadBack() throws Exception {
    var fake = new FakeNvml(TestGpus.H100);
    try (DeviceControls controls = TestGpus.kind(fake).openControls(TestGpus.settings(Map.of()))) {
      List<Control> all = controls.controls();
      Control limit = all.get(2);
      assertThat(limit.read()).isEqualTo(700_000);

      limit.write(350_000);

      assertThat(limit.read()).isEqualTo(350_000);
      assertThat(limit.isSure()).isTrue();
    }
  }

  @Test
  void aWriteWithoutPermissionSaysWhatToDo() throws Exception {
    var fake = new FakeNvml(TestGpus.H100 + "set.limit @0 error 4\n");
    Control limit = TestGpus.kind(fake).openControls(TestGpus.settings(Map.of())).controls().get(2);

    assertThatThrownBy(() -> limit.write(350_000))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("n1/GPU-a")
        .hasMessageContaining("nvmlDeviceSetPowerManagementLimit")
        .hasMessageContaining("need root")
        .hasCauseInstanceOf(NvmlException.class);
  }
}
