package io.wattune.collectors.powercap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.sysfs.SysFiles;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.tunable.ValueGrid;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowercapKindTest {
  private static final long MILLI = 1_000_000L;
  private static final String RANGE = "65532610987";

  @TempDir private Path root;
  private final AtomicLong now = new AtomicLong(1_000 * MILLI);

  /** Files that only root may read, whoever runs the test. */
  private final Set<String> ofRoot = new HashSet<>();

  @BeforeEach
  void twoPackagesWithMemory() throws Exception {
    for (int i = 0; i < 2; i++) {
      Path top = zone("intel-rapl:" + i, "package-" + i);
      zone("intel-rapl:" + i + "/intel-rapl:" + i + ":0", "core");
      zone("intel-rapl:" + i + "/intel-rapl:" + i + ":1", "dram");
      set(top, "enabled", "1");
      limit(top, 0, "long_term", "205000000", "205000000");
      limit(top, 1, "short_term", "410000000", "246000000");
    }
    zone("intel-rapl-mmio:0", "package-0");
    Files.writeString(
        root.resolve("cpuinfo"),
        "processor : 0\nvendor_id\t: GenuineIntel\nmodel name\t: Xeon 6248R @ 3.00GHz\n");
  }

  @Test
  void findsPackagesAndMemoryAndNothingTwice() {
    Discovery discovery = kind().find();

    assertThat(discovery.devices())
        .extracting(FoundDevice::uuid)
        .containsExactly(
            "cpu-package-0", "cpu-package-0-dram", "cpu-package-1", "cpu-package-1-dram");
    FoundDevice first = discovery.devices().get(0);
    assertThat(first.vendor()).isEqualTo("intel");
    assertThat(first.model()).isEqualTo("Xeon 6248R @ 3.00GHz");
    assertThat(first.settings()).isEqualTo(Map.of("zone", "package-0"));
    assertThat(first.signals())
        .containsExactly(
            new Signal("energy_uj.mean", SignalUnit.MILLIWATTS, 100 * MILLI),
            new Signal("energy_uj", SignalUnit.MICROJOULES, 100 * MILLI));
    assertThat(first.tunables())
        .extracting(tunable -> tunable.name())
        .containsExactly("power.limit", "power.limit.short");
    assertThat(discovery.findings())
        .extracting(Finding::what)
        .hasSize(2)
        .allMatch(what -> what.contains("-core is not listed") && what.contains("is a part of"));
    assertThat(discovery.devices().get(1).findings())
        .extracting(Finding::what)
        .containsExactly("package-0-dram has no power limit that can be set");
  }

  /** Fails where the whole platform stands beside its packages in a node's sum. */
  @Test
  void thePlatformIsOfferedAsTheNodesMeterAlone() throws Exception {
    zone("intel-rapl:2", "psys");

    Discovery discovery = kind().find();

    assertThat(discovery.devices()).extracting(FoundDevice::uuid).doesNotContain("cpu-psys");
    assertThat(discovery.findings())
        .extracting(Finding::what)
        .anyMatch(what -> what.startsWith("psys is not listed") && what.contains("uuid 'node'"));
  }

  @Test
  void aCounterOfRootAloneIsAFindingWithTheRemedy() {
    ofRoot.add("energy_uj");

    FoundDevice found = kind().find().devices().get(0);

    assertThat(found.signals()).isEmpty();
    Finding finding = found.findings().get(0);
    assertThat(finding.level()).isEqualTo(Finding.Level.MISSING);
    assertThat(finding.what()).endsWith("energy_uj may only be read by root");
    assertThat(finding.remedy())
        .contains("/etc/udev/rules.d/70-wattune.rules")
        .contains("CAP_DAC_READ_SEARCH");
    assertThatThrownBy(() -> source(Map.of()).power().read())
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("permission denied");
  }

  @Test
  void aMachineWithoutCountersIsANote() {
    var nowhere =
        new PowercapKind(new SysTree(root.resolve("nowhere"), files()), root.resolve("none"));

    assertThat(nowhere.find().devices()).isEmpty();
    assertThat(nowhere.find().findings())
        .extracting(Finding::level)
        .containsExactly(Finding.Level.NOTE);
  }

  @Test
  void powerIsWhatTheCounterRoseBetweenTwoPolls() throws Exception {
    DeviceSource source = source(Map.of());
    assertThat(source.power().readEnergy()).isEqualTo(EnergyColumn.MISSING);
    assertThat(source.power().read()).as("the first poll").isEqualTo(PollBlock.MISSING);
    assertThat(source.power().readEnergy()).isEqualTo(1_000_000);

    poll(100, "13500000");

    assertThat(source.power().read()).isEqualTo(125_000);
    assertThat(source.power().readEnergy()).isEqualTo(13_500_000);
  }

  @Test
  void frozenSteppingBackWrappingAndVanishing() throws Exception {
    DeviceSource source = source(Map.of());
    poll(0, "65532000000");
    source.power().read();
    poll(100, "65532000000");
    assertThat(source.power().read()).as("frozen").isZero();

    poll(100, "9389013");
    assertThat(source.power().read()).as("wrapped").isEqualTo(100_000);
    assertThat(source.power().readEnergy()).isEqualTo(65_532_000_000L + 10_000_000);

    poll(100, "5");
    assertThat(source.power().read()).as("set back").isEqualTo(PollBlock.MISSING);
    assertThat(source.power().readEnergy()).isLessThan(65_532_000_000L);

    Path counter = folder("intel-rapl:0").resolve("energy_uj");
    Files.delete(counter);
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("is not there");
    assertThat(source.power().readEnergy()).isEqualTo(EnergyColumn.MISSING);

    poll(200, "20000005");
    assertThat(source.power().read()).as("back: over the time that it was away").isEqualTo(100_000);
  }

  @Test
  void pollsThatCouldHideAWrapAreRefused() {
    assertThatThrownBy(() -> source(Map.of("pollPeriodMillis", "20000")))
        .hasMessageContaining("must be in 1..16383, since a wrap");
  }

  @Test
  void limitsAreReadAndSetInTheirRange() throws Exception {
    DeviceControls controls = controls();
    Control longTerm = controls.controls().get(0);
    assertThat(longTerm.tunable().grid()).isEqualTo(ValueGrid.evenly(52_000, 205_000, 1_000));
    assertThat(longTerm.read()).isEqualTo(205_000);

    longTerm.write(150_000);

    assertThat(longTerm.read()).isEqualTo(150_000);
    assertThat(Files.readString(folder("intel-rapl:0").resolve("constraint_0_power_limit_uw")))
        .isEqualTo("150000000\n");
    assertThat(controls.controls().get(1).read()).as("own, above its range").isEqualTo(246_000);
  }

  @Test
  void limitsThatAreNotInForceAreLeftAlone() throws Exception {
    set(folder("intel-rapl:0"), "enabled", "0");

    assertThat(controls().controls())
        .as("there, to be restored")
        .extracting(Control::whyNotTuned)
        .hasSize(2)
        .allMatch(why -> why.contains("are not in force; write 1 to"));
    FoundDevice found = kind().find().devices().get(0);
    assertThat(found.tunables()).isEmpty();
    assertThat(found.findings())
        .extracting(Finding::what)
        .singleElement()
        .asString()
        .contains("package-0 are not in force");
  }

  @Test
  void aLimitThatCannotBeReadNowIsAnErrorAndNotAbsent() {
    ofRoot.add("constraint_0_power_limit_uw");

    assertThatThrownBy(this::controls).hasMessageContaining("permission denied");
  }

  @Test
  void aZoneThatIsNotThereNamesThoseThatAre() {
    assertThatThrownBy(
            () ->
                kind().openControls(new DeviceSettings("n1/c", root, Map.of("zone", "package-7"))))
        .hasMessageContaining("no zone 'package-7'")
        .hasMessageContaining("package-0-core");
  }

  @Test
  void describesItsLimits() throws Exception {
    var descriptor = source(Map.of()).describe(5);

    assertThat(descriptor.tunable("power.limit").orElseThrow().ownValue()).hasValue(205_000);
    assertThat(descriptor.signals()).hasSize(2);
  }

  private Path folder(String zone) {
    return root.resolve("class/powercap").resolve(zone);
  }

  private Path zone(String folder, String name) throws IOException {
    Path path = folder(folder);
    Files.createDirectories(path);
    set(path, "name", name);
    set(path, "energy_uj", "1000000");
    set(path, "max_energy_range_uj", RANGE);
    return path;
  }

  private static void limit(Path zone, int number, String name, String highest, String now)
      throws IOException {
    String file = "constraint_" + number;
    set(zone, file + "_name", name);
    set(zone, file + "_max_power_uw", highest.equals("410000000") ? "205000000" : highest);
    set(zone, file + "_power_limit_uw", now);
  }

  private static void set(Path folder, String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text + "\n");
  }

  private void poll(long afterMillis, String microjoules) throws IOException {
    now.addAndGet(afterMillis * MILLI);
    set(folder("intel-rapl:0"), "energy_uj", microjoules);
  }

  private SysFiles files() {
    return new SysFiles() {
      @Override
      public byte[] read(Path file) throws IOException {
        if (ofRoot.contains(file.getFileName().toString())) {
          throw new AccessDeniedException(file.toString());
        }
        return SysFiles.super.read(file);
      }

      @Override
      public boolean isReadable(Path file) {
        return !ofRoot.contains(file.getFileName().toString()) && Files.exists(file);
      }
    };
  }

  private PowercapKind kind() {
    return new PowercapKind(new SysTree(root, files()), root.resolve("cpuinfo"));
  }

  private DeviceSource source(Map<String, String> more) throws DeviceException {
    var settings = new HashMap<>(more);
    settings.put("zone", "package-0");
    return kind().openSource(new DeviceSettings("n1/cpu-package-0", root, settings), now::get);
  }

  private DeviceControls controls() throws DeviceException {
    return kind()
        .openControls(new DeviceSettings("n1/cpu-package-0", root, Map.of("zone", "package-0")));
  }

  @Test
  void knowsAmdsCpusToo() throws Exception {
    Files.writeString(
        root.resolve("cpuinfo"), "vendor_id : AuthenticAMD\nmodel name : EPYC 7763\n");

    assertThat(kind().find().devices()).extracting(FoundDevice::vendor).containsOnly("amd");
    assertThat(List.of(CpuName.read(new SysTree(root, files()), root.resolve("none"))))
        .containsExactly(new CpuName("cpu", ""));
  }
}
