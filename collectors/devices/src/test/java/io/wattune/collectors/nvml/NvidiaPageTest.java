package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.CounterDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page names what the code has. */
class NvidiaPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolveSibling("docs/reference/nvidia.md");

  @Test
  void pageHasEverySettingSignalAndCounter() throws Exception {
    String page = Files.readString(PAGE);

    assertThat(NvidiaSettings.KNOWN).allSatisfy(key -> assertThat(page).contains("| `" + key));
    String defaults = NvidiaSettings.POLL_MILLIS + "; of `samples` " + NvidiaSettings.KEPT_MILLIS;
    assertThat(page).contains("| " + defaults + " | How often the sensor is asked");
    for (PowerChoice choice : PowerChoice.values()) {
      assertThat(page).contains("`" + choice.label() + "`");
      assertThat(page).contains("`" + PolledPower.signalName(choice) + "`");
    }
    for (GpmMetric metric : GpmMetric.values()) {
      assertThat(page).contains("`" + metric.counter() + "`");
    }
    for (CounterDescriptor offer : NvidiaCounterMapping.MISSING) {
      if (!offer.counter().endsWith("Bytes")) {
        assertThat(page).contains("`" + offer.counter() + "`");
      }
    }
  }
}
