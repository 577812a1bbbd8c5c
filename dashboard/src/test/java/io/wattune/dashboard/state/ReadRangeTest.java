package io.wattune.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.noisefloor.PowerRange;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReadRangeTest {
  private static final SensorProfile PROFILE = StateFixture.profile("n/g", ProfileSource.LEARNED);

  @Test
  void noiseDoesNotMakeItNew() {
    var read = new ReadRange();
    read.take(Blocks.of("n/g", 0, 0, 1, 51, 201));
    PowerRange before = Objects.requireNonNull(read.range(PROFILE));
    read.take(Blocks.of("n/g", 0, 2, 1, 50.8, 201.3));

    assertThat(read.range(PROFILE)).isEqualTo(before);
    assertThat(before.idleWatts()).isBetween(50 / 1.1, 50.0);
    assertThat(before.highestWatts()).isBetween(200.0, 200 * 1.1);
  }

  @Test
  void aSwingIsThereOnceThereAreTwoReadings() {
    var read = new ReadRange();

    assertThat(read.range(PROFILE)).isNull();
    read.take(Blocks.of("n/g", 0, 0, 1, 50));
    assertThat(read.range(PROFILE)).isNull();
  }

  @Test
  void aSensorThatReadsBelowZeroIdlesAtNothing() {
    var read = new ReadRange();
    read.take(Blocks.of("n/g", 0, 0, 1, -1, 100));

    assertThat(Objects.requireNonNull(read.range(PROFILE)).idleWatts()).isZero();
  }
}
