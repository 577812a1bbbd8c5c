package io.wattune.core.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import org.junit.jupiter.api.Test;

class PowerColumnsTest {

  @Test
  void timesAreWholeMicrosecondsWhateverTheDelay() {
    var columns = new PowerColumns();
    columns.add(1_700_000_000_000_001_234L, 1, 1, 1, Quality.MEASURED);
    columns.add(1_700_000_000_015_001_999L, 1, 1, 1, Quality.MEASURED);
    columns.add(-1, 1, 1, 1, Quality.MEASURED);

    assertThat(columns.take("d", "s", 0, "p", 0).timesNanos())
        .containsExactly(1_700_000_000_000_001_000L, 1_700_000_000_015_001_000L, -1000);
  }
}
