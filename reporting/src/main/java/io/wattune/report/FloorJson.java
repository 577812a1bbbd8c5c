package io.wattune.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.noisefloor.NoiseFloor;

/** A noise floor as JSON: powers in watts, times in seconds, {@code null} for none. */
public final class FloorJson {
  private FloorJson() {}

  public static ObjectNode of(NoiseFloor floor) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("withinPercent", NoiseFloor.PERCENT);
    node.put("pollSeconds", floor.pollSeconds());
    node.put("idleWatts", floor.range().idleWatts());
    node.put("highestWatts", floor.range().highestWatts());
    node.put("gainError", floor.gainError());
    node.put("gainIsKnown", floor.isGainKnown());
    node.put("offsetErrorWatts", floor.offsetErrorWatts());
    ArrayNode shortest = node.putArray("shortest");
    for (NoiseFloor.ShortestLoad load : floor.shortest()) {
      shortest.addObject().put("watts", load.watts()).put("seconds", load.seconds());
    }
    ArrayNode smallest = node.putArray("smallest");
    for (NoiseFloor.SmallestLoad load : floor.smallest()) {
      smallest.addObject().put("seconds", load.seconds()).put("watts", load.watts());
    }
    ArrayNode words = node.putArray("sentences");
    floor.sentences().forEach(words::add);
    return node;
  }
}
