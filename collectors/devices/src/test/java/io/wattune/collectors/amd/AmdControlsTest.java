package io.wattune.collectors.amd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.ValueGrid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AmdControlsTest {
  private static final String ADDRESS = "0000:03:00.0";
  private static final String LEVEL = "power_dpm_force_performance_level";

  @TempDir private Path root;
  private FakeAmdgpu driver;

  @BeforeEach
  void aCard() throws Exception {
    driver = new FakeAmdgpu(root).add(0, ADDRESS);
  }

  @Test
  void offersWhatTheDriverOffersInItsRanges() throws Exception {
    assertThat(open())
        .extracting(control -> control.tunable().name())
        .containsExactly("core.clock", "memory.clock", "power.limit");
    assertThat(control("core.clock").tunable().grid())
        .isEqualTo(ValueGrid.of(List.of(300L, 700L, 1_200L, 1_725L)));
    assertThat(control("power.limit").tunable().grid())
        .as("a driver that states 0 as the lowest states none")
        .isEqualTo(ValueGrid.evenly(57_000, 225_000, 1_000));
    assertThat(open()).extracting(Control::whyNotTuned).containsOnlyNulls();
  }

  @Test
  void aControlThatTheDriverLacksIsAbsent() throws Exception {
    Files.delete(driver.folder(0).resolve("pp_dpm_mclk"));
    Files.delete(driver.sensors(0).resolve("power1_cap_max"));

    assertThat(open())
        .extracting(control -> control.tunable().name())
        .containsExactly("core.clock");
  }

  @Test
  void aClockIsHeldInManualAndFreedToAuto() throws Exception {
    Control core = control("core.clock");
    assertThat(core.read()).isEqualTo(1_725);

    core.write(700);

    assertThat(core.read()).isEqualTo(700);
    assertThat(driver.allowed(0, "pp_dpm_sclk")).isEqualTo("0 1");
    assertThat(driver.get(0, LEVEL)).isEqualTo("manual");

    core.write(1_725);

    assertThat(core.read()).isEqualTo(1_725);
    assertThat(driver.get(0, LEVEL)).isEqualTo("auto");
  }

  @Test
  void aClockThatComesHomeLeavesTheOtherWhereItIs() throws Exception {
    List<Control> controls = open();
    Control core = controls.get(0);
    Control memory = controls.get(1);
    core.write(700);
    memory.write(800);

    core.write(1_725);

    assertThat(driver.get(0, LEVEL)).isEqualTo("manual");
    assertThat(driver.allowed(0, "pp_dpm_sclk")).isEqualTo("0 1 2 3");
    assertThat(driver.allowed(0, "pp_dpm_mclk")).isEqualTo("0 1");
    assertThat(core.read()).isEqualTo(1_725);
    assertThat(memory.read()).isEqualTo(800);

    memory.write(1_000);

    assertThat(driver.get(0, LEVEL)).isEqualTo("auto");
    assertThat(driver.allowed(0, "pp_dpm_mclk")).isEqualTo("all");
  }

  @Test
  void anotherProcessRestoresClocksThatItCannotSee() throws Exception {
    List<Control> dead = open();
    dead.get(0).write(700);
    dead.get(1).write(800);

    driver = new FakeAmdgpu(root);
    List<Control> guardian = open();
    assertThat(guardian.get(0).read())
        .as("never the own value while the levels are chosen by hand")
        .isNotEqualTo(1_725);
    guardian.get(0).write(1_725);
    assertThat(driver.get(0, LEVEL)).isEqualTo("auto");
    assertThat(guardian.get(0).read()).isEqualTo(1_725);
    assertThat(guardian.get(1).read()).as("restored with it").isEqualTo(1_000);
  }

  @Test
  void anotherProcessRestoresAlsoWhereTheHighestLevelRuns() throws Exception {
    driver.set(driver.folder(0), LEVEL, "manual"); // Killed between the level and the mask.

    assertThat(control("core.clock").read()).isNotEqualTo(1_725);
  }

  @Test
  void levelsThatSomebodyElseChoseAreLeftAlone() throws Exception {
    for (String level : List.of("manual", "high", "profile_peak")) {
      driver.set(driver.folder(0), LEVEL, level);

      assertThat(control("core.clock").whyNotTuned())
          .contains("'" + level + "'")
          .contains("write auto to");
      assertThat(control("power.limit").whyNotTuned()).as("it can be put back").isNull();
    }
  }

  @Test
  void aMaskThatTheDriverRefusesIsAnErrorAndComesHome() throws Exception {
    driver.failWriting("pp_dpm_sclk", "Device or resource busy");
    Control core = control("core.clock");

    assertThatThrownBy(() -> core.write(700))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("pp_dpm_sclk cannot be set to '0 1': Device or resource busy");
    assertThat(core.read()).as("the level is manual already").isNotEqualTo(1_725);
    driver.mend();
    core.write(1_725);
    assertThat(driver.get(0, LEVEL)).isEqualTo("auto");
  }

  @Test
  void aMaskOfAFailedWriteIsNotTakenForHomeWhileTheOtherClockIsHeld() throws Exception {
    List<Control> controls = open();
    controls.get(1).write(800);
    driver.failWriting("pp_dpm_sclk", "Input/output error");
    assertThatThrownBy(() -> controls.get(0).write(700)).isInstanceOf(DeviceException.class);

    assertThat(controls.get(0).read()).isNotEqualTo(1_725).isNotEqualTo(700);
  }

  @Test
  void aCeilingThatIsNotInForceIsSeen() throws Exception {
    Control core = control("core.clock");
    core.write(700);

    driver.set(driver.folder(0), "pp_dpm_sclk", "0: 300Mhz\n1: 700Mhz\n2: 1200Mhz *\n3: 1725Mhz");
    assertThat(core.read()).as("it runs above").isEqualTo(1_200);

    driver.set(driver.folder(0), "pp_dpm_sclk", "0: 300Mhz *\n1: 700Mhz\n2: 1200Mhz\n3: 1725Mhz");
    assertThat(core.read()).as("it idles, or is throttled").isEqualTo(700);
  }

  @Test
  void somebodyWhoSetsAutoIsSeen() throws Exception {
    Control core = control("core.clock");
    core.write(700);

    driver.write(driver.folder(0).resolve(LEVEL), "auto");

    assertThat(core.read()).isEqualTo(1_725);
  }

  @Test
  void aControlThatCannotBeReadNowIsAnErrorAndNotAbsent() {
    for (String file : List.of("pp_dpm_sclk", "power1_cap", "power1_cap_max")) {
      driver.failReading(file, "Operation not permitted"); // As while the GPU is reset.

      assertThatThrownBy(this::open).hasMessageContaining(file);
      driver.mend();
    }
  }

  @Test
  void levelsThatAreNotUnderstoodHideNoOtherControl() throws Exception {
    driver.set(driver.folder(0), "pp_dpm_sclk", "0: fast");

    assertThat(open())
        .extracting(control -> control.tunable().name())
        .containsExactly("memory.clock", "power.limit");
    assertThat(new AmdKind(driver.tree()).find().devices().get(0).findings())
        .anyMatch(finding -> finding.what().contains("pp_dpm_sclk are not understood"));
  }

  @Test
  void permissionDeniedSaysSo() throws Exception {
    driver.failWriting("power1_cap", "EACCES");
    Control limit = control("power.limit");

    assertThatThrownBy(() -> limit.write(150_000))
        .hasMessageContaining("power1_cap cannot be set to '150000000': permission denied");
  }

  @Test
  void aFileThatHasGoneIsNotMade() throws Exception {
    Control limit = control("power.limit");
    Path cap = driver.sensors(0).resolve("power1_cap");
    Files.delete(cap);

    assertThatThrownBy(() -> limit.write(150_000)).hasMessageContaining("has no power1_cap");
    assertThat(cap).doesNotExist();
  }

  @Test
  void heatAndCurrentAreToldWhereTheTableSaysThem() throws Exception {
    assertThat(throttledBy(1, 3, 120, 1L << 36)).as("hotspot").isEqualTo("heat");
    assertThat(throttledBy(1, 3, 120, 1L << 22 | 1L << 47)).isEqualTo("heat, current");
    assertThat(throttledBy(1, 3, 120, 1L << 16)).isEqualTo("current");
    assertThat(throttledBy(1, 3, 120, 0xFFFF)).as("the power limit is a setting").isNull();
    assertThat(throttledBy(1, 3, 120, 0)).isNull();
    assertThat(throttledBy(1, 3, 120, -1)).as("not filled").isNull();
    assertThat(throttledBy(1, 2, 120, 1L << 36)).as("another version").isNull();
    assertThat(throttledBy(2, 3, 152, 1L << 36)).as("an APU's").isNull();
    Files.delete(driver.folder(0).resolve("gpu_metrics"));
    assertThat(opened().throttledBy()).isNull();
  }

  private String throttledBy(int format, int content, int size, long bits) throws Exception {
    driver.metrics(0, format, content, size, 112, bits);
    return opened().throttledBy();
  }

  private AmdControls opened() throws Exception {
    return AmdControls.open("n1/G1", AmdCard.at(driver.tree(), ADDRESS));
  }

  private List<Control> open() throws Exception {
    return AmdControls.open("n1/G1", AmdCard.at(driver.tree(), ADDRESS)).controls();
  }

  private Control control(String name) throws Exception {
    return open().stream()
        .filter(control -> control.tunable().name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
