package io.wattune.core.thermal.hotspot;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * HotSpot's {@code .flp}: a block a line, {@code name width height left bottom}, metres. A heat
 * capacity and a resistivity of its own may follow; HotSpot uses them in stacked chips only, and
 * they are not used here. Lines of three words say how closely blocks are connected, for its floor
 * planner, and are passed over.
 */
public final class FloorPlanText {
  private FloorPlanText() {}

  /** Reads a plan. */
  public static FloorPlan read(String text) throws HotspotFormatException {
    List<Block> blocks = new ArrayList<>();
    for (HotspotLines.Line line : HotspotLines.of(text)) {
      List<String> words = line.words();
      if (words.size() == 3) {
        continue;
      }
      if (words.size() < 5 || words.size() > 7) {
        throw new HotspotFormatException(
            line.number(),
            "a block is 'name width height left bottom' in metres, here are "
                + words.size()
                + " words");
      }
      if (blocks.size() >= FloorPlan.MOST_BLOCKS) {
        throw new HotspotFormatException(
            line.number(), "a floor plan has at most " + FloorPlan.MOST_BLOCKS + " blocks");
      }
      try {
        blocks.add(
            new Block(
                words.get(0),
                HotspotLines.number(line, words.get(1), "the width"),
                HotspotLines.number(line, words.get(2), "the height"),
                HotspotLines.number(line, words.get(3), "the left edge"),
                HotspotLines.number(line, words.get(4), "the bottom edge")));
      } catch (IllegalArgumentException e) {
        throw new HotspotFormatException(line.number(), e.getMessage());
      }
    }
    try {
      return new FloorPlan(blocks);
    } catch (IllegalArgumentException e) {
      throw new HotspotFormatException(e.getMessage());
    }
  }
}
