package io.wattune.testkit;

import java.nio.file.Path;

/** The example in the repository. */
public final class Example {
  private Example() {}

  /** Its folder. */
  public static Path folder() {
    return Repository.root().resolve("examples/k20-nbody");
  }
}
