package io.wattune.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ComponentHistoryTest {
  private static final long SECOND = 1_000_000_000L;

  private final ComponentHistory history = new ComponentHistory();

  @Test
  void energiesAddUpOverTheLastMinutesAlone() {
    for (int second = 0; second < 1000; second++) {
      history.take(power(second, 30, "memory"));
    }
    ComponentsNow now = Objects.requireNonNull(history.now());
    assertThat(now.bins()).hasSize(30);
    assertThat(now.parts())
        .extracting(ComponentsNow.ComponentEnergy::name)
        .containsExactly("idle", "memory");
    assertThat(now.parts().get(0).joules()).isCloseTo(300 * 20, within(1e-6));
    assertThat(now.parts().get(1).joules()).isCloseTo(300 * 30, within(1e-6));
    // The same error in each interval: 2 W for 300 s.
    assertThat(now.parts().get(1).errorJoules()).isCloseTo(600, within(1e-6));
    assertThat(now.kernels()).hasSize(1);
    assertThat(now.kernels().get(0).activities()).isEqualTo(1000);
    assertThat(now.kernels().get(0).joules().get(1)).isCloseTo(1000 * 0.5 * 40, within(1e-6));
  }

  @Test
  void repeatsCountOnce() {
    history.take(power(1, 30, "memory"));
    history.take(power(1, 30, "memory"));
    assertThat(Objects.requireNonNull(history.now()).parts().get(1).joules())
        .isCloseTo(30, within(1e-9));
  }

  @Test
  void whatWasMergedSinceStaysBesideIt() {
    history.take(power(1, 30, "memory"));
    history.take(power(2, 50, "memory + L2"));
    ComponentsNow now = Objects.requireNonNull(history.now());
    assertThat(now.parts())
        .extracting(ComponentsNow.ComponentEnergy::name)
        .containsExactly("idle", "memory + L2", "memory");
    assertThat(now.bins().get(0).joules()).containsExactly(40.0, 50.0, 30.0);
  }

  @Test
  void aClockThatWasSetBackBeginsAnew() {
    history.take(power(10_000, 30, "memory"));
    history.take(power(5, 50, "memory"));
    assertThat(Objects.requireNonNull(history.now()).parts().get(1).joules())
        .isCloseTo(50, within(1e-9));
  }

  @Test
  void withoutASplitThereIsTheDoubtAlone() {
    history.take(
        new ComponentPower(
            "n/g",
            0,
            SECOND,
            null,
            null,
            100,
            1,
            null,
            List.of(),
            "n/g",
            0,
            Quality.MEASURED,
            List.of(ComponentDoubt.NOT_YET_KNOWN),
            List.of()));
    ComponentsNow now = Objects.requireNonNull(history.now());
    assertThat(now.bins()).isEmpty();
    assertThat(now.newest().doubts()).containsExactly(ComponentDoubt.NOT_YET_KNOWN);
  }

  private static ComponentPower power(long second, double watts, String name) {
    return new ComponentPower(
        "n/g",
        second * SECOND,
        (second + 1) * SECOND,
        null,
        null,
        20 + watts,
        1,
        new ComponentWatts("idle", 20, 3, List.of(), List.of()),
        List.of(new ComponentWatts(name, watts, 2, List.of("ReadBytes"), List.of())),
        "n/g",
        3,
        Quality.MEASURED,
        List.of(),
        List.of(new KernelWatts("k", 1, 0.5, List.of(40.0), List.of(4.0))));
  }
}
