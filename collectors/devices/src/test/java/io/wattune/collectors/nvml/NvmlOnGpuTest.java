package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * On a machine with an NVIDIA GPU, as docs/measurements/README.md says: measures it and writes what
 * it found there. Takes about five minutes. Reads only, unless {@code -Dwattune.gpu.set=true}.
 */
@EnabledIfSystemProperty(
    named = "wattune.gpu",
    matches = "true",
    disabledReason = "wants a real NVIDIA GPU and -Dwattune.gpu=true: docs/measurements/README.md")
class NvmlOnGpuTest {
  private static final Path FOLDER =
      Path.of("").toAbsolutePath().getParent().resolveSibling("docs/measurements");
  private static final long WARM_UP_NANOS = 20_000_000_000L;

  /** As many edges as settle most sensors (docs/calibration.md), long enough for a 1 s average. */
  private static final int CYCLES = Integer.getInteger("wattune.gpu.cycles", 40);

  @Test
  void measuresTheFirstGpu() throws Exception {
    List<FoundDevice> found = new NvidiaKind().find().devices();
    assertThat(found).as("NVIDIA GPUs that are found here").isNotEmpty();
    String command = System.getProperty("wattune.gpu.load", "");
    try (GpuLoad load = command.isEmpty() ? GpuLoad.NONE : new CommandLoad(command)) {
      var suite =
          new GpuSuite(
              new NvidiaKind(),
              NvmlLibrary.load(NvmlLibrary.NAME),
              load,
              GpuTime.MACHINE,
              Path.of(System.getProperty("wattune.gpu.out", FOLDER.toString())));
      var hook = new Thread(suite::abandon, "gpu-set-back");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        assertThat(suite.measure(found.get(0), plan(command))).isEmpty();
      } finally {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  private static GpuSuite.Plan plan(String command) {
    Map<String, String> own = new HashMap<>();
    for (String key : List.of(NvidiaSettings.OWN_CORE, NvidiaSettings.OWN_MEMORY)) {
      String value = System.getProperty("wattune.gpu." + key);
      if (value != null) {
        own.put(key, value);
      }
    }
    return new GpuSuite.Plan(
        command.isEmpty() ? 0 : WARM_UP_NANOS,
        LoadPhases.of(CYCLES, 2.4, 3.4),
        LoadPhases.of(2, 2, 3),
        Boolean.getBoolean("wattune.gpu.set"),
        own);
  }
}
