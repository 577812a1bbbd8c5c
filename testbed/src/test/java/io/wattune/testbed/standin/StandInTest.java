package io.wattune.testbed.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trees of files of simulated devices, as whoever sets them sees them; virtual time. */
class StandInTest {
  private static final long MILLI = 1_000_000L;

  @TempDir Path path;
  private StandInFolder folder;
  private Player player;
  private long now = MILLI;

  @BeforeEach
  void play() throws IOException {
    folder = new StandInFolder(path);
    player = new Player(folder, List.of(StandInKind.AMD, StandInKind.POWERCAP), 20 * MILLI, now);
    turn(1);
  }

  @Test
  void clockLevelsAreTakenInManualAloneAndForgottenInAuto() throws IOException {
    Path levels = card().resolve("pp_dpm_sclk");
    write(levels, "0 1 2");
    turn(1);
    assertThat(registers(0).coreCeiling()).as("in auto").isZero();

    write(card().resolve("power_dpm_force_performance_level"), "manual");
    write(levels, "0 1 2");
    turn(1);

    assertThat(registers(0).coreCeiling()).isEqualTo(950);
    assertThat(Files.readString(levels).strip().lines())
        .hasSize(8)
        .startsWith("0: 300Mhz *", "1: 700Mhz");
    write(card().resolve("power_dpm_force_performance_level"), "auto");
    turn(1);
    assertThat(registers(0).coreCeiling()).isZero();
  }

  @Test
  void theStarIsAtTheLevelThatRuns() throws IOException {
    ProgramSlot slot = DevicePage.open(folder.page()).devices().get(0).programs().get(0);
    assertThat(slot.take(ProcessHandle.current().pid())).isTrue();
    slot.ask(100, new CardModel.Mix(0.5, 0.4));
    turn(20);
    assertThat(Files.readString(card().resolve("pp_dpm_sclk"))).contains("7: 1725Mhz *");
    write(card().resolve("power_dpm_force_performance_level"), "manual");
    write(card().resolve("pp_dpm_sclk"), "0 1 2");

    turn(20);

    assertThat(Files.readString(card().resolve("pp_dpm_sclk"))).contains("2: 950Mhz *");
    assertThat(slot.delivered()).isBetween(0.03, 0.04);
    assertThat(Files.readString(card().resolve("gpu_busy_percent"))).isNotEmpty();
  }

  @Test
  void theLowerOfTwoLimitsOfAPackageCounts() throws IOException {
    Path zone = folder.sysfs().resolve("class/powercap/intel-rapl:0");
    long own = registers(1).limitMilliwatts();

    write(zone.resolve("constraint_0_power_limit_uw"), "90000000");
    turn(1);

    assertThat(own).isEqualTo(205_000);
    assertThat(registers(1).limitMilliwatts()).isEqualTo(90_000);
    turn(2_000);
    long microjoules = Long.parseLong(Files.readString(zone.resolve("energy_uj")).strip());
    assertThat(microjoules).isBetween(55_000_000L, 57_000_000L);
  }

  @Test
  void theTruthCanBeReadBack() throws IOException {
    turn(2_000);

    TruthTable truth = TruthTable.read(folder);
    StandInFolder.Device amd = folder.devices().get(0);
    assertThat(truth.joules(amd, 500 * MILLI + 1, 1_500 * MILLI + 1)).isEqualTo(22, within(1e-9));
    assertThat(truth.ownJoules(amd, 500 * MILLI, 1_500 * MILLI)).isEqualTo(22, within(1e-9));
    assertThatThrownBy(() -> truth.joules(amd, 500 * MILLI, 9_000 * MILLI))
        .hasMessageContaining("does not have the time");
  }

  @Test
  void theTruthOfWholeSecondsAtOtherSettingsCanBeReadBack() throws IOException {
    StandInFolder.Device amd = folder.devices().get(0);
    Registers own = registers(0);
    ProgramSlot slot = DevicePage.open(folder.page()).devices().get(0).programs().get(0);
    assertThat(slot.take(ProcessHandle.current().pid())).isTrue();
    slot.ask(100, new CardModel.Mix(0, 0.9));
    turn(1_500);
    write(card().resolve("power_dpm_force_performance_level"), "manual");
    write(card().resolve("pp_dpm_sclk"), "0 1 2");
    turn(2_700);
    write(card().resolve("power_dpm_force_performance_level"), "auto");
    turn(1_500);

    TruthTable.Tuned tuned = TruthTable.read(folder).tuned(amd, own, 100 * MILLI);

    assertThat(tuned.seconds()).isEqualTo(2); // The third and fourth; 4.2 s is in the fifth.
    CardModel card = Cards.of(StandInKind.AMD);
    CardModel.Mix mix = new CardModel.Mix(0, 0.9);
    double watts = card.busy(mix, 950, 1000).watts();
    double ownWatts = card.busy(mix, 1725, 1000).watts();
    assertThat(tuned.joules()).isEqualTo(2 * watts, within(1e-6));
    assertThat(tuned.savedShare()).isEqualTo(1 - watts / ownWatts, within(1e-6));
  }

  @Test
  void aProgramThatIsKilledLeavesItsPlace() throws Exception {
    Process program = new ProcessBuilder("sleep", "60").start();
    ProgramSlot slot = DevicePage.open(folder.page()).devices().get(0).programs().get(0);
    assertThat(slot.take(program.pid())).isTrue();
    slot.ask(100, new CardModel.Mix(0.5, 0.4));
    turn(200);
    assertThat(slot.pid()).isEqualTo(program.pid());

    program.destroyForcibly().waitFor();

    turn(200);
    assertThat(slot.pid()).isZero();
    assertThat(slot.requested()).isZero();
    assertThat(folder.devices()).extracting(StandInFolder.Device::place).containsExactly(0, 1);
  }

  private Path card() {
    return folder.sysfs().resolve("class/drm/card0/device");
  }

  private Registers registers(int place) throws IOException {
    return folder.registers(folder.devices().get(place));
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text + "\n");
  }

  private void turn(int millis) throws IOException {
    for (int i = 0; i < millis; i++) {
      now += MILLI;
      player.turn(now, now);
    }
  }
}
