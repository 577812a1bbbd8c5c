package io.wattune.launcher.sweep;

import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/** Which testbed: a card, and the applications that run on it. */
public final class TestbedOptions {
  @Option(
      names = "--testbed",
      paramLabel = "NAME",
      defaultValue = "hd7970",
      description =
          "the simulated GPU: hd7970, or another of docs/reference/testbed-files.md, or a file;"
              + " default: hd7970")
  private String gpu = "hd7970";

  @Option(
      names = "--workloads",
      paramLabel = "FILES",
      split = ",",
      description =
          "applications in place of the fourteen of the HD7970: files as in"
              + " docs/reference/testbed-files.md, or bundled ones by name, for example"
              + " hd7970/Sort,my.json")
  private List<String> workloads = List.of();

  public TestbedOptions() {}

  /** Whether the testbed is of a name that is not a card's. */
  public boolean isNamed(String name) {
    return gpu.equals(name);
  }

  /** Reads it. */
  public Testbed testbed() throws EngineException {
    try {
      return Testbed.of(gpu, workloads.isEmpty() ? DataFiles.BUNDLED_APPLICATIONS : workloads);
    } catch (IOException | IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }
}
