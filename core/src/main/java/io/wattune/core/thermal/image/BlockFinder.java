package io.wattune.core.thermal.image;

import io.wattune.core.thermal.floorplan.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds a chip's blocks and their power in thermal images of several workloads. The document's way
 * (chapter 5): median filter, difference to the mean of all workloads, negative Laplacian,
 * contours. Borders run where the power of the differences changes most, in all workloads together;
 * neighbours that take the same power in every workload are one block, and no image can distinguish
 * them. Watts of blocks are the least squares of what the sheet shows of each block; W. On images
 * of known plans: over 90 % of the area, power within 12 %. Test: {@code BlockFinderTest}.
 *
 * @param sheet the silicon under the camera
 * @param filter what takes dead pixels out
 * @param fewest pixels of the smallest block
 */
public record BlockFinder(ImagedSheet sheet, MedianFilter filter, int fewest) {
  /** Noise is far from this many standard errors once pixels were averaged. */
  private static final double ERRORS = 3;

  /** Of what power differs over the chip: below, regularisation's own ripples lie. */
  private static final double SHARE = 0.35;

  /**
   * What was found.
   *
   * @param blocks the blocks, from the top left
   * @param labels each pixel's block, by its place in the list
   * @param maps power of each workload less the mean of all, W/m^2
   * @param cameraNoise kelvin, as the images show it
   */
  @SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
  public record BlockMap(
      List<FoundBlock> blocks, int[] labels, List<ThermalImage> maps, double cameraNoise) {}

  /**
   * Finds blocks.
   *
   * @param images kelvin above the coolant, at least two workloads
   */
  public BlockMap find(List<ThermalImage> images) {
    if (images.size() < 2) {
      throw new IllegalArgumentException(
          "blocks show in what workloads differ by: at least two images are needed");
    }
    List<ThermalImage> clean = images.stream().map(filter::filtered).toList();
    ThermalImage mean = ThermalImage.mean(clean);
    List<ThermalImage> differences = clean.stream().map(image -> image.minus(mean)).toList();
    var inversion = new PowerMap(sheet, mean.rows(), mean.columns(), mean.pixel());
    PowerMap.Result power = inversion.of(differences);
    int reach = Math.max(1, (int) Math.floor(Math.sqrt(fewest) / 4));
    double[] steep = steepness(power.maps());
    int[] basins = Watershed.basins(steep, mean.rows(), mean.columns(), reach);
    var regions = new Regions(basins, power.maps());
    double counts =
        Math.max(ERRORS * power.noise() / Math.sqrt(fewest), SHARE * spread(power.maps()));
    regions.join(counts, fewest);
    int[] thick = regions.withoutThin(Math.sqrt(fewest) / 2);
    var whole =
        new Regions(Watershed.flooded(steep, mean.rows(), mean.columns(), thick), power.maps());
    whole.join(counts, fewest);
    int[] labels = whole.labels();
    return new BlockMap(
        blocks(labels, clean, inversion), labels, power.maps(), power.cameraNoise());
  }

  /** How much power changes from pixel to pixel, over all workloads: (W/m^2)^2. */
  private static double[] steepness(List<ThermalImage> maps) {
    ThermalImage first = maps.get(0);
    double[] steep = new double[first.values().length];
    for (ThermalImage map : maps) {
      for (int i = 0; i < map.rows(); i++) {
        for (int j = 0; j < map.columns(); j++) {
          double across =
              map.at(i, Math.min(j + 1, map.columns() - 1)) - map.at(i, Math.max(j - 1, 0));
          double along = map.at(Math.min(i + 1, map.rows() - 1), j) - map.at(Math.max(i - 1, 0), j);
          steep[i * map.columns() + j] += across * across + along * along;
        }
      }
    }
    return steep;
  }

  /** Root mean square of the differences' power, W/m^2. */
  private static double spread(List<ThermalImage> maps) {
    double sum = 0;
    for (ThermalImage map : maps) {
      sum += Arrays.stream(map.values()).map(v -> v * v).average().orElse(0);
    }
    return Math.sqrt(sum / maps.size());
  }

  private List<FoundBlock> blocks(int[] labels, List<ThermalImage> images, PowerMap inversion) {
    ThermalImage first = images.get(0);
    int count = Arrays.stream(labels).max().orElse(0) + 1;
    var fit = BlockPower.of(labels, count, images, inversion);
    List<FoundBlock> blocks = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      int label = b;
      int pixels = (int) Arrays.stream(labels).filter(l -> l == label).count();
      blocks.add(
          new FoundBlock(
              rectangle("block_" + (b + 1), labels, label, first),
              pixels,
              Contour.of(labels, first.rows(), first.columns(), label),
              fit.watts()[b],
              fit.errors()[b]));
    }
    return List.copyOf(blocks);
  }

  /**
   * The bounding box without the thin teeth of a border: of rows and columns that are half full.
   */
  private static Block rectangle(String name, int[] labels, int label, ThermalImage image) {
    int[] ofRow = new int[image.rows()];
    int[] ofColumn = new int[image.columns()];
    for (int p = 0; p < labels.length; p++) {
      if (labels[p] == label) {
        ofRow[p / image.columns()]++;
        ofColumn[p % image.columns()]++;
      }
    }
    int[] rows = halfFull(ofRow);
    int[] columns = halfFull(ofColumn);
    double pixel = image.pixel();
    return new Block(
        name,
        (columns[1] - columns[0]) * pixel,
        (rows[1] - rows[0]) * pixel,
        columns[0] * pixel,
        (image.rows() - rows[1]) * pixel);
  }

  private static int[] halfFull(int[] counts) {
    double half = Arrays.stream(counts).max().orElse(0) / 2.0;
    int from = 0;
    while (counts[from] < half) {
      from++;
    }
    int to = counts.length;
    while (counts[to - 1] < half) {
      to--;
    }
    return new int[] {from, to};
  }
}
