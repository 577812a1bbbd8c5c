package io.wattune.testbed.sweep;

import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuEquations;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A GPU and the applications that run on it, and the truth about both. Of all policies only the
 * oracle may ask it; the others see what counters show. Immutable.
 */
public final class Testbed {
  private final GpuModel gpu;
  private final List<Application> applications;
  private final GpuEquations equations;

  public Testbed(GpuModel gpu, List<Application> applications) {
    this.gpu = gpu;
    this.applications = List.copyOf(applications);
    this.equations = new GpuEquations(gpu);
  }

  /** The HD7970 and the fourteen applications of Paul et al. 2015. */
  public static Testbed hd7970() throws IOException {
    return of("hd7970", DataFiles.BUNDLED_APPLICATIONS);
  }

  /** One that is put together from data files, each bundled or of the user's own. */
  public static Testbed of(String gpu, List<String> applications) throws IOException {
    List<Application> read = new ArrayList<>();
    for (String each : applications) {
      read.add(DataFiles.application(each));
    }
    return new Testbed(DataFiles.gpu(gpu), read);
  }

  /** The GPU. */
  public GpuModel gpu() {
    return gpu;
  }

  /** The applications, in the order in which they were given. */
  public List<Application> applications() {
    return applications;
  }

  /** How a kernel runs in a phase at a configuration, without noise. */
  public OperatingPoint at(Kernel kernel, Kernel.Phase phase, KnobValues knobs) {
    return equations.at(kernel, phase, knobs);
  }
}
