package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;

/** The way to the library. */
@FunctionalInterface
interface NvmlOpening {
  /** Loads the library; initialises nothing. */
  Nvml load() throws NvmlException;
}
