package io.wattune.pipeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.simulated.SimulatedSource;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.OrderSender;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.serving.ServedMeasurements;
import io.wattune.testbed.serving.ServedPages;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/**
 * The servers of simulated GPUs that answer requests: their pages, and how the nodes' files name
 * them, so that agents read them as they read anybody's.
 */
final class ServedGpus {
  /** As often as the loop of COFRIS looks. */
  private static final int PERIOD_MILLIS = 500;

  private final ServedLoad load;
  private final ServedPages pages;

  private ServedGpus(ServedLoad load, ServedPages pages) {
    this.load = load;
    this.pages = pages;
  }

  /** Begins to listen; the teardown ends it. */
  static ServedGpus start(ServedLoad load, Teardown teardown) throws EngineException {
    try {
      return new ServedGpus(load, teardown.add("stop the servers' pages", ServedPages.start()));
    } catch (IOException e) {
      throw EngineException.failed("the servers' pages cannot be shown: " + FailureWords.of(e), e);
    }
  }

  /**
   * Adds a GPU's server to its node's file.
   *
   * @param gpu its place on the node, of so many
   */
  void describe(ArrayNode work, String uuid, int gpu, int gpus) {
    ObjectNode server = work.addObject();
    server.put(
        "name",
        gpus == 1 ? load.model() : String.format(Locale.ROOT, "%s-%02d", load.model(), gpu));
    server.put("url", pages.url(uuid).toString());
    server.put("preset", "vllm");
    server.putArray("devices").add(uuid);
    server.put("periodMillis", PERIOD_MILLIS);
  }

  /**
   * Publishes what the model's kernels need, as somebody who measured them would; not where no
   * runtime would take it.
   */
  static void publishSizes(UpOptions options, RunKeys keys, KafkaAccess kafka)
      throws EngineException {
    if (!ServedLoad.isNamed(options.workload())) {
      return;
    }
    ServedLoad load = ServedLoad.of(options.workload());
    if (!load.isShared()) {
      return;
    }
    try {
      new OrderSender(kafka, Namespace.live())
          .send(
              ServedMeasurements.rightSizes(
                  load, ServedGpu.PRODUCT, System.currentTimeMillis() * 1_000_000),
              keys.operator());
    } catch (EngineException e) {
      throw EngineException.failed("right-sizes: " + e.getMessage(), e);
    }
  }

  /** Shows the pages of the GPUs, which are by their device ids. */
  void show(Map<String, SimulatedSource> sources) {
    sources.forEach(
        (device, source) -> {
          ServedGpu gpu = source.served();
          if (gpu != null) {
            pages.show(device.substring(device.indexOf('/') + 1), gpu::page);
          }
        });
  }
}
