package io.wattune.collectors.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnWorkSignalTest {

  @Test
  void sharesCountWhereTheirClocksAreThere() {
    Finding both =
        OwnWorkSignal.of(
            given("VALUBusy", "ICActivity", "clocks.current.graphics", "clocks.current.memory"));

    assertThat(both.level()).isEqualTo(Finding.Level.NOTE);
    assertThat(both.what()).contains("pipe activity times clock, memory traffic;");
    assertThat(OwnWorkSignal.of(given("MemoryBusy", "MemoryClock", "CoreClock")).what())
        .contains(": memory traffic;");
    assertThat(OwnWorkSignal.of(given("ReadBytes", "WrittenBytes")).what())
        .contains(": memory traffic;");
  }

  @Test
  void whereNothingTellsItIsSaidWhatToDo() {
    List<CounterDescriptor> withoutAClock =
        List.of(
            new CounterDescriptor("VALUBusy", "x", "as it is"),
            new CounterDescriptor("CoreClock", null, "the driver has none"));

    for (Finding each :
        List.of(
            OwnWorkSignal.of(List.of()),
            OwnWorkSignal.of(given("GpuBusy", "CoreClock", "MemoryClock")),
            OwnWorkSignal.of(given("VALUBusy", "ICActivity")),
            OwnWorkSignal.of(withoutAClock))) {
      assertThat(each.level()).isEqualTo(Finding.Level.MISSING);
      assertThat(each.remedy()).contains("wattune run --work tqdm", "under 'work'", "wattune.py");
    }
  }

  private static List<CounterDescriptor> given(String... counters) {
    return Arrays.stream(counters)
        .map(each -> new CounterDescriptor(each, "x", "as it is"))
        .toList();
  }
}
