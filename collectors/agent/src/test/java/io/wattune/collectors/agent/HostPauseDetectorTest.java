package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostPauseDetectorTest {
  private static final long MILLI = ManualTime.MILLI;

  private final HostPauseDetector standstill = new HostPauseDetector(100 * MILLI);

  @Test
  void aLookThatComesLateTellsOfIt() {
    assertThat(standstill.hasEnded(-5 * MILLI)).isFalse();
    assertThat(standstill.hasEnded(115 * MILLI)).as("20 ms late").isFalse();
    assertThat(standstill.hasEnded(236 * MILLI)).as("21 ms late").isTrue();
    assertThat(standstill.hasEnded(336 * MILLI)).isFalse();
  }

  /** Fails where a device that hangs is not seen on a machine on which everything is late. */
  @Test
  void notTwiceInARow() {
    assertThat(standstill.hasEnded(0)).isFalse();
    assertThat(standstill.hasEnded(200 * MILLI)).isTrue();
    assertThat(standstill.hasEnded(400 * MILLI)).isFalse();
    assertThat(standstill.hasEnded(600 * MILLI)).isTrue();
  }
}
