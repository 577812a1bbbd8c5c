package io.wattune.core.thermal.floorplan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks of a chip, the lower left corner of them all at 0, 0. Blocks may leave gaps, which take no
 * power; they may not overlap, but for what rounding makes.
 *
 * @param blocks in the order of their file
 */
public record FloorPlan(List<Block> blocks) {
  /** Edges that are closer than this are the same edge, as HotSpot has it: metres. */
  public static final double TOLERANCE = 1e-6;

  /** Of the smaller block, what may lie under another: plans are rounded. */
  private static final double ROUNDED = 0.01;

  /** More blocks than any plan that was published; bounds what a file may cost. */
  public static final int MOST_BLOCKS = 4096;

  /** Moves the blocks to the origin. */
  public FloorPlan {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a floor plan needs a block");
    }
    if (blocks.size() > MOST_BLOCKS) {
      throw new IllegalArgumentException(
          "a floor plan has at most " + MOST_BLOCKS + " blocks, here are " + blocks.size());
    }
    double west = blocks.stream().mapToDouble(Block::left).min().orElse(0);
    double south = blocks.stream().mapToDouble(Block::bottom).min().orElse(0);
    blocks =
        blocks.stream()
            .map(
                b ->
                    new Block(b.name(), b.width(), b.height(), b.left() - west, b.bottom() - south))
            .toList();
    var seen = new HashMap<String, Block>();
    for (Block block : blocks) {
      if (seen.put(block.name(), block) != null) {
        throw new IllegalArgumentException("block '" + block.name() + "' is there twice");
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      for (int j = 0; j < i; j++) {
        refuseOverlap(blocks.get(j), blocks.get(i));
      }
    }
  }

  private static void refuseOverlap(Block one, Block other) {
    double across = Math.min(one.right(), other.right()) - Math.max(one.left(), other.left());
    double along = Math.min(one.top(), other.top()) - Math.max(one.bottom(), other.bottom());
    double shared = across * along;
    if (across > TOLERANCE
        && along > TOLERANCE
        && shared > ROUNDED * Math.min(one.area(), other.area())) {
      throw new IllegalArgumentException(
          "blocks '" + one.name() + "' and '" + other.name() + "' overlap");
    }
  }

  /** Metres from west to east. */
  public double width() {
    return blocks.stream().mapToDouble(Block::right).max().orElse(0);
  }

  /** Metres from south to north. */
  public double height() {
    return blocks.stream().mapToDouble(Block::top).max().orElse(0);
  }

  /** Number of blocks. */
  public int size() {
    return blocks.size();
  }

  /** Each block's place in the list, by its name. */
  public Map<String, Integer> index() {
    var index = new HashMap<String, Integer>();
    for (int i = 0; i < blocks.size(); i++) {
      index.put(blocks.get(i).name(), i);
    }
    return index;
  }
}
