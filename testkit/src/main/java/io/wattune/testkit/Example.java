package io.wattune.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The example in the repository. */
public final class Example {
  private Example() {}

  /** Its folder. */
  public static Path folder() {
    @Nullable Path above = Path.of("").toAbsolutePath();
    while (above != null && !Files.exists(above.resolve("examples/k20-nbody/gpudata.csv"))) {
      above = above.getParent();
    }
    return Objects.requireNonNull(above, "a folder above with examples/k20-nbody")
        .resolve("examples/k20-nbody");
  }
}
