package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.Nvml;
import org.jspecify.annotations.Nullable;

/** A library that plays a captured-device file, and what a test may see behind its calls. */
public interface PlayedNvml {

  /** What the agent and the writer see of it. */
  Nvml nvml();

  /** The power limit that a GPU has, whether it can be reached or not. */
  long limit(int gpu);

  /** The range that a clock is locked to; null where it is not. */
  int @Nullable [] lock(int gpu, ClockDomain domain);

  /** How often a key of the file was asked for; {@code set.core} and its like are writes. */
  int calls(int gpu, String key);

  /** Waits until a GPU that was lost is back. */
  void awaitBack(int gpu) throws InterruptedException;
}
