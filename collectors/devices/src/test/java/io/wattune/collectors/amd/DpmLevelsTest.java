package io.wattune.collectors.amd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import org.junit.jupiter.api.Test;

class DpmLevelsTest {

  @Test
  void readsLevelsAndTheOneThatRuns() throws Exception {
    DpmLevels levels = DpmLevels.parse("0: 300Mhz\n1: 700Mhz *\n2: 1200Mhz\n3: 1725Mhz\n");

    assertThat(levels.ceilings()).isEqualTo(ValueGrid.of(List.of(300L, 700L, 1_200L, 1_725L)));
    assertThat(levels.current()).hasValue(700);
    assertThat(levels.upTo(1_200)).isEqualTo("0 1 2");
    assertThat(levels.highest()).isEqualTo(1_725);
  }

  @Test
  void deepSleepRunsAtNoLevel() throws Exception {
    DpmLevels levels = DpmLevels.parse("S: 19Mhz *\n0: 500Mhz\n1: 1700Mhz");

    assertThat(levels.current()).isEmpty();
    assertThat(levels.megahertz()).containsExactly(500L, 1_700L);
  }

  @Test
  void aMiddleLevelThatMayBeThePresentClockIsNotTaken() throws Exception {
    DpmLevels levels = DpmLevels.parse("0: 500Mhz\n1: 1483Mhz *\n2: 2555Mhz");

    assertThat(levels.ceilings()).isEqualTo(ValueGrid.of(List.of(500L, 2_555L)));
    assertThat(levels.upTo(500)).isEqualTo("0");
    assertThatThrownBy(() -> levels.upTo(1_483)).hasMessageContaining("no level has 1483 MHz");
  }

  @Test
  void whatIsNotUnderstoodIsAnError() {
    assertThatThrownBy(() -> DpmLevels.parse("0: 300Mhz\n2: 700Mhz"))
        .hasMessageContaining("must count from 0, have the line '2: 700Mhz'");
    assertThatThrownBy(() -> DpmLevels.parse("0: 300Mhz\n1: 300Mhz"))
        .hasMessageContaining("must ascend");
    assertThatThrownBy(() -> DpmLevels.parse("0: fast")).hasMessageContaining("'0: fast'");
    assertThatThrownBy(() -> DpmLevels.parse("")).hasMessageContaining("at least one level");
  }
}
