package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.nvml.library.ClockDomain;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a clock is locked to, which NVML does not say. */
class LockedClockControlTest {
  private FakeNvml fake;

  private Control core(String more, Map<String, String> values) throws DeviceException {
    fake = new FakeNvml(TestGpus.H100 + more);
    return TestGpus.kind(fake).openControls(TestGpus.settings(values)).controls().get(0);
  }

  @Test
  void aValueIsARangeFromTheLowestAndTheHighestIsNoLock() throws Exception {
    Control core = core("", Map.of());

    core.write(1_200);
    assertThat(fake.lock(0, ClockDomain.CORE)).containsExactly(210, 1_200);
    assertThat(core.read()).isEqualTo(1_200);
    core.write(1_980);

    assertThat(fake.lock(0, ClockDomain.CORE)).isNull();
    assertThat(core.read()).isEqualTo(1_980);
    assertThat(fake.writes()).containsExactly("set.core 1200", "reset.core");
  }

  @Test
  void nothingIsKnownUntilItWasWritten() throws Exception {
    Control core = core("", Map.of());

    assertThat(core.isSure()).isFalse();
    assertThat(core.read()).as("what counts as its own").isEqualTo(1_980);
    core.write(1_950);

    assertThat(core.isSure()).isTrue();
    assertThat(core.read()).isEqualTo(1_950);
  }

  @Test
  void ownLockOfTheNodesFileIsItsOwnValue() throws Exception {
    Control core = core("", Map.of("ownCoreMegahertz", "1200"));

    assertThat(core.isSure()).isFalse();
    assertThat(core.read()).isEqualTo(1_200);
  }

  @Test
  void aLockThatDidNotTakeShowsAsSoonAsTheGpuIsBusy() throws Exception {
    Control core = core("set.core @0 ignore\nclock.0 #3 1965\n", Map.of());

    core.write(1_200);
    assertThat(core.read()).as("idle: nothing speaks against it").isEqualTo(1_200);
    assertThat(core.read()).as("idle still").isEqualTo(1_200);

    assertThat(core.read())
        .as("busy above it, at 1965: no lock, whatever the clock shows at the moment")
        .isEqualTo(core.tunable().grid().highest());
  }

  @Test
  void aClockThatTakesAMomentToComeDownIsWaitedFor() throws Exception {
    Control core = core("set.core @0 ignore\nclock.0 #1 1965\nclock.0 #6 1200\n", Map.of());

    core.write(1_200);

    assertThat(core.read()).isEqualTo(1_200);
  }

  @Test
  void aWriteThatFailsOrLosesTheGpuLeavesNothingKnown() throws Exception {
    Control core = core("set.core #2 done 999\nset.core #3 lose 50\nset.core #4 ok\n", Map.of());
    core.write(1_200);
    fake.setMillis(0);

    assertThatThrownBy(() -> core.write(1_950)).isInstanceOf(DeviceException.class);
    assertThat(core.isSure()).isFalse();
    assertThatThrownBy(() -> core.write(1_950)).hasMessageContaining("lost");
    assertThat(core.isSure()).isFalse();
    fake.setMillis(50);
    core.write(1_950);

    assertThat(core.isSure()).isTrue();
    assertThat(fake.lock(0, ClockDomain.CORE)).containsExactly(210, 1_950);
  }

  @Test
  void aLossThatAnotherCallSawTakesTheKnowledgeToo() throws Exception {
    Control core = core("* @1000 error 15\n* @2000 ok\n", Map.of());
    fake.setMillis(0);
    core.write(1_200);
    assertThat(core.isSure()).isTrue();

    fake.setMillis(1_000);
    assertThatThrownBy(core::read).isInstanceOf(DeviceException.class);

    assertThat(core.isSure()).as("the driver has forgotten the lock").isFalse();
  }
}
