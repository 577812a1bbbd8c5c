package io.wattune.core.thermal.model;

import java.util.Map;

/** Looks up temperatures by HotSpot's names of nodes. */
final class NodeNames {
  private NodeNames() {}

  static double rise(Map<String, Double> kelvin, String name, double ambient) {
    Double value = kelvin.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "the temperatures at the start do not have '"
              + name
              + "': are they of another floor plan, or of a model with other layers?");
    }
    return value - ambient;
  }
}
