package io.wattune.testbed.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterName;
import io.wattune.testbed.gpu.Application;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SweepTest {

  @Test
  void hasEachKernelAndPhaseAtEachConfiguration() throws IOException {
    Testbed testbed = Testbed.of("hd7970", List.of("hd7970/Graph500"));

    List<SweptPoint> swept = new Sweep(testbed, 1, 1).application(testbed.applications().get(0));

    assertThat(swept).hasSize((1 + 8 + 1) * 448);
    assertThat(swept.stream().filter(each -> each.row().kernel().equals("BottomStepUp")))
        .allMatch(each -> each.invocations() == 8)
        .extracting(each -> each.row().phase())
        .contains(0, 7);
  }

  /** Noise of 0.3 % in time and 0.5 % in counters, over 16 invocations: 5 sigma of the mean. */
  @Test
  void measuresTheTruthUpToTheNoiseOfItsRepeats() throws IOException {
    Testbed testbed = Testbed.of("hd7970", List.of("hd7970/DeviceMemory"));
    Application application = testbed.applications().get(0);

    List<SweptPoint> swept = new Sweep(testbed, 16, 3).application(application);

    boolean hasNoise = false;
    for (SweptPoint each : swept) {
      double seconds = each.row().seconds() / each.point().seconds();
      assertThat(seconds).isCloseTo(1, within(5 * 0.003 / 4));
      // Far beyond what whole nanoseconds leave of 15 ms.
      hasNoise |= Math.abs(seconds - 1) > 1e-4;
      double busy =
          each.row().reading().value(CounterName.VALU_BUSY).orElseThrow() / each.point().valuBusy();
      assertThat(busy).isCloseTo(1, within(5 * 0.006 / 4));
    }
    assertThat(hasNoise).isTrue();
  }

  @Test
  void theSameSeedGivesTheSameSweep() throws IOException {
    Testbed testbed = Testbed.of("hd7970", List.of("hd7970/LUD"));
    Application application = testbed.applications().get(0);

    assertThat(new Sweep(testbed, 2, 5).application(application))
        .isEqualTo(new Sweep(testbed, 2, 5).application(application))
        .isNotEqualTo(new Sweep(testbed, 2, 6).application(application));
  }
}
