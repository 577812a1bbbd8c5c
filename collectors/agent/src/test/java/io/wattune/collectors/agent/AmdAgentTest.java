package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.amd.AmdKind;
import io.wattune.collectors.amd.FakeAmdgpu;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader of an AMD GPU whose driver has a new {@code power1_average} every 54 ms. */
class AmdAgentTest {
  private static final long MILLI = ManualTime.MILLI;
  private static final String ADDRESS = "0000:03:00.0";

  @TempDir private Path root;
  private final ManualTime time = new ManualTime();
  private final AgentClock clock = new AgentClock(time);
  private final PublishedRecords sink = new PublishedRecords();

  /** Fails where a GPU of AMD's is polled by rule alone. */
  @Test
  void pollsFollowWhatTheDriverUpdates() throws Exception {
    assertThat(polls(Map.of())).as("two an update; by rule 1500").isLessThan(1_230);
    assertThat(sink.values("n1/g0").stream().distinct().count())
        .as("none is missed")
        .isEqualTo(556);
  }

  @Test
  void pollsStayByRuleWhereTheFileSaysSo() throws Exception {
    assertThat(polls(Map.of("followUpdates", "false"))).isBetween(1_500, 1_501);
  }

  /** Polls in half a minute. */
  private int polls(Map<String, String> more) throws Exception {
    FakeAmdgpu driver = new FakeAmdgpu(root).add(0, ADDRESS);
    var values = new HashMap<>(more);
    values.put("address", ADDRESS);
    DeviceSource source =
        new AmdKind(driver.tree())
            .openSource(new DeviceSettings("n1/g0", root, values), clock::epochNanos);
    DeviceReader reader =
        new DeviceReader(
            source,
            clock,
            clock.monotonicNanos(),
            AgentSettings.DEFAULT,
            DescriptionRules.NONE,
            sink,
            change -> {});
    long startNanos = time.monotonicNanos();
    long shown = -1;
    while (time.monotonicNanos() - startNanos < 30_000 * MILLI) {
      time.pass(Math.max(0, reader.deadlineNanos() - time.monotonicNanos()));
      long update = (time.monotonicNanos() - startNanos + 7 * MILLI) / (54 * MILLI);
      if (update != shown) {
        shown = update;
        driver.set(driver.sensors(0), "power1_average", Long.toString(200_000_000 + 1_000 * shown));
      }
      reader.step();
    }
    reader.flush();
    return sink.values("n1/g0").size();
  }
}
