package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.MapMode;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.Arrays;

/**
 * Which cells of a grid each block touches: HotSpot's {@code set_bgmap} and {@code xlate_temp_g2b}.
 * Power goes to cells by the share of the block's area; so the sum of watts is kept. Test: {@code
 * GridMapTest}.
 */
final class GridMap {
  /** HotSpot's: a border this close to a cell's, in cells, is the cell's. */
  private static final double TOLERANCE = 1e-6;

  private final FloorPlan plan;
  private final int rows;
  private final int columns;
  private final double cellWidth;
  private final double cellHeight;
  private final double height;
  private final int[] top;
  private final int[] bottom;
  private final int[] left;
  private final int[] right;

  GridMap(FloorPlan plan, int rows, int columns) {
    this.plan = plan;
    this.rows = rows;
    this.columns = columns;
    height = plan.height();
    cellWidth = plan.width() / columns;
    cellHeight = height / rows;
    int n = plan.size();
    top = new int[n];
    bottom = new int[n];
    left = new int[n];
    right = new int[n];
    for (int b = 0; b < n; b++) {
      Block block = plan.blocks().get(b);
      top[b] = Math.max(0, rows - up(block.top() / cellHeight));
      bottom[b] = Math.min(rows, rows - down(block.bottom() / cellHeight));
      left[b] = Math.max(0, down(block.left() / cellWidth));
      right[b] = Math.min(columns, up(block.right() / cellWidth));
    }
  }

  private static int up(double cells) {
    double nearest = Math.rint(cells);
    return (int) (Math.abs(cells - nearest) < TOLERANCE ? nearest : Math.ceil(cells));
  }

  private static int down(double cells) {
    double nearest = Math.rint(cells);
    return (int) (Math.abs(cells - nearest) < TOLERANCE ? nearest : Math.floor(cells));
  }

  /** Adds a value of each block to its cells, by the share of its area in each. */
  double[] spread(double[] ofBlocks) {
    double[] cells = new double[rows * columns];
    for (int b = 0; b < ofBlocks.length; b++) {
      Block block = plan.blocks().get(b);
      double perArea = ofBlocks[b] / block.area();
      for (int i = top[b]; i < bottom[b]; i++) {
        double north = height - i * cellHeight;
        double along = Math.min(block.top(), north) - Math.max(block.bottom(), north - cellHeight);
        for (int j = left[b]; j < right[b]; j++) {
          double west = j * cellWidth;
          double across = Math.min(block.right(), west + cellWidth) - Math.max(block.left(), west);
          cells[i * columns + j] += perArea * Math.max(0, along) * Math.max(0, across);
        }
      }
    }
    return cells;
  }

  /** Share of each cell that some block covers. */
  double[] covered() {
    double[] areas = plan.blocks().stream().mapToDouble(Block::area).toArray();
    double[] covered = spread(areas);
    Arrays.setAll(covered, i -> Math.min(1, covered[i] / (cellWidth * cellHeight)));
    return covered;
  }

  /** A block's temperature from those of the cells. */
  double ofBlock(int b, MapMode mode, double[] cells) {
    if (mode == MapMode.CENTER) {
      int i = (top[b] + bottom[b]) / 2;
      int j = (left[b] + right[b]) / 2;
      int above = (bottom[b] - top[b]) % 2 == 0 ? i - 1 : i;
      int before = (right[b] - left[b]) % 2 == 0 ? j - 1 : j;
      return (cells[i * columns + j]
              + cells[above * columns + j]
              + cells[i * columns + before]
              + cells[above * columns + before])
          / 4;
    }
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = top[b]; i < bottom[b]; i++) {
      for (int j = left[b]; j < right[b]; j++) {
        double value = cells[i * columns + j];
        sum += value;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    return switch (mode) {
      case MIN -> least;
      case MAX -> most;
      default -> sum / ((double) (bottom[b] - top[b]) * (right[b] - left[b]));
    };
  }

  /** Paints each block's value onto its cells; cells without a block take {@code elsewhere}. */
  double[] paint(double[] ofBlocks, double elsewhere) {
    double[] times = new double[ofBlocks.length];
    Arrays.setAll(times, b -> ofBlocks[b] * plan.blocks().get(b).area());
    double[] cells = spread(times);
    double[] covered = covered();
    Arrays.setAll(cells, i -> cells[i] / (cellWidth * cellHeight) + (1 - covered[i]) * elsewhere);
    return cells;
  }
}
