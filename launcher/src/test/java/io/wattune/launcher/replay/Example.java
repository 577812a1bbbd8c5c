package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** The example in the repository. */
final class Example {
  private Example() {}

  /** Its folder. */
  static Path folder() {
    Path above = Path.of("").toAbsolutePath();
    while (!Files.exists(above.resolve("examples/k20-nbody/gpudata.csv"))) {
      above = above.getParent();
      assertThat(above).as("a folder above with examples/k20-nbody").isNotNull();
    }
    return above.resolve("examples/k20-nbody");
  }
}
