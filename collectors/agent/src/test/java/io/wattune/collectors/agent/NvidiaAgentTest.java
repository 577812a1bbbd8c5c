package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.nvml.NvidiaKind;
import io.wattune.collectors.nvml.TestGpus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** An agent that reads two GPUs, one of which misbehaves, by the stand-in for NVIDIA's driver. */
class NvidiaAgentTest {
  private static final AgentSettings SETTINGS = new AgentSettings(256, 50_000_000L, 300_000_000L);

  private final PublishedRecords sink = new PublishedRecords();
  private final List<String> changes = Collections.synchronizedList(new ArrayList<>());

  private FakeNvml nvml;

  private Agent start(String faultsOfTheSecond) throws Exception {
    String second = TestGpus.H100.substring(TestGpus.H100.indexOf("gpu GPU-a"));
    nvml =
        new FakeNvml(TestGpus.H100 + second.replace("gpu GPU-a", "gpu GPU-b") + faultsOfTheSecond);
    NvidiaKind kind = TestGpus.kind(nvml);
    AgentClock clock = AgentClock.system();
    List<DeviceSource> sources = new ArrayList<>();
    for (String uuid : List.of("GPU-a", "GPU-b")) {
      var settings =
          new DeviceSettings("n1/" + uuid, Path.of(""), Map.of("pollPeriodMillis", "10"));
      sources.add(kind.openSource(settings, clock::epochNanos));
    }
    return Agent.start(sources, clock, SETTINGS, DescriptionRules.NONE, sink, changes::add);
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
  }

  @Test
  void aCallThatHangsIsSaidAndTheOtherGpuIsReadOn() throws Exception {
    Agent agent = start("fields #30 ok wait 600000\nfields #31 ok\n");
    try (agent) {
      until(() -> said("device n1/GPU-b hangs: no answer for 300 ms"));
      long polls = agent.status().devices().get(0).polls();
      until(() -> agent.status().devices().get(0).polls() > polls + 10);
      assertThat(agent.status().devices().get(1).condition()).isEqualTo(Condition.HANGING);

      nvml.endWaits();

      until(() -> said("device n1/GPU-b answers again"));
    }
  }

  @Test
  void aGpuThatIsLostIsSaidAndReadAgainWhenItIsBack() throws Exception {
    Agent agent = start("* #60 error 15\n* #66 ok\n");
    try (agent) {
      until(() -> said("device n1/GPU-b fails: device 'n1/GPU-b': nvml"));
      until(() -> said("device n1/GPU-b answers again"));

      assertThat(agent.status().devices().get(0).failures()).isZero();
      assertThat(agent.status().devices().get(1).lastError()).contains("the GPU is lost");
    }
    assertThat(sink.descriptors())
        .extracting(descriptor -> descriptor.device())
        .contains("n1/GPU-a", "n1/GPU-b");
  }

  private boolean said(String beginning) {
    return List.copyOf(changes).stream().anyMatch(change -> change.startsWith(beginning));
  }
}
