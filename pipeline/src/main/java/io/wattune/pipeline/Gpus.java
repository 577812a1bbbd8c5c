package io.wattune.pipeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.nodeagent.NodeAgent;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.LongBinaryOperator;

/** The GPUs of a run: how nodes name and reach them, and what is known of them beside the nodes. */
interface Gpus {
  /** What the admin of the nodes allows: everything that they take. */
  List<TunableBounds> bounds();

  /** Uuid of a GPU. */
  String uuid(int node, int gpu);

  /** Writes kind and settings of a GPU into a node's file. */
  void describe(int node, int gpu, ObjectNode device);

  /** Adds what serves on a GPU, if anything does, to what a node's file says of work. */
  default void serve(int node, int gpu, ArrayNode work) {}

  /** Whether the nodes' agents take activities from programs. */
  boolean takeActivities();

  /** What processes that reach them need in their environment. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** Begins what runs on them, once the agents read them. */
  void begin(List<NodeConfig> nodes, List<NodeAgent> agents) throws EngineException;

  /**
   * Energy that a GPU really took up to now, in microjoules, between two whole seconds in epoch
   * nanoseconds.
   */
  LongBinaryOperator trueMicrojoules(String device);

  /** What they really took at other settings than their own. */
  TrueSaving trueSaving();

  /** GPUs that are not at their own settings, with what is off. */
  SortedMap<String, String> away();

  /** Throws what has failed, if anything has. */
  default void check() throws EngineException {}

  /** What the admin of the nodes allows for a tunable. */
  record TunableBounds(String tunable, TunableUnit unit, long lowest, long highest) {
    /** All that the GPU takes. */
    static TunableBounds of(Tunable tunable) {
      return new TunableBounds(
          tunable.name(), tunable.unit(), tunable.grid().lowest(), tunable.grid().highest());
    }

    /** The lowest value, as a command takes it. */
    String lowestSetting() {
      return tunable + "=" + Quantity.text(lowest, unit).replace(" ", "");
    }
  }
}
