package io.wattune.testbed.server;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The simulated server: its models, by name. Immutable, and the same each time. */
public final class InferenceServer {
  private static final List<ServerModel> MODELS = ModelMaker.all();

  private InferenceServer() {}

  /** The eight models of table 3.3, in its order, with batches of 32. */
  public static List<ServerModel> models() {
    return MODELS;
  }

  /** The model of a name. */
  public static ServerModel model(String name) {
    return MODELS.stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no model '" + name + "'"));
  }

  /** Geometric mean of something over models. */
  public static double geometricMean(List<ServerModel> models, ToDoubleFunction<ServerModel> of) {
    double logs = 0;
    for (ServerModel model : models) {
      logs += Math.log(of.applyAsDouble(model));
    }
    return Math.exp(logs / models.size());
  }
}
