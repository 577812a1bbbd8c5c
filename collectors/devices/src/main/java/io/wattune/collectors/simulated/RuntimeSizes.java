package io.wattune.collectors.simulated;

import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizeText;
import io.wattune.testbed.serving.ServedGpu;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated server's runtime as the page for runtimes has it (docs/reference/right-sizes.md):
 * it looks each second for the table of its device's and its own model, and follows the one that is
 * there. Without one, or with one that is torn or of another GPU, it follows none.
 */
final class RuntimeSizes {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeSizes.class);
  private static final long LOOK_NANOS = 1_000_000_000L;

  private final Path file;
  private final ServedGpu gpu;
  private long lookedNanos = System.nanoTime() - LOOK_NANOS;
  private String known = "";

  RuntimeSizes(Path folder, ServedGpu gpu) {
    this.gpu = gpu;
    this.file =
        folder.resolve(URLEncoder.encode(gpu.tableKey(), StandardCharsets.UTF_8) + ".sizes");
  }

  /** Looks, if it is time; by the thread that advances the GPU. */
  void look() {
    long nowNanos = System.nanoTime();
    if (nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    try {
      String text = Files.exists(file) ? Files.readString(file) : "";
      if (!text.equals(known)) {
        known = text;
        gpu.sizes(null);
        if (!text.isEmpty()) {
          RightSizeTable table = RightSizeText.read(text);
          gpu.sizes(table.key().equals(gpu.tableKey()) ? table : null);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the runtime of {} follows no right-sizes: {}", gpu.device(), e.getMessage());
    }
  }
}
