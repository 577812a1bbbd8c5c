package io.wattune.evaluation.thermal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.image.BlockFinder;
import io.wattune.core.thermal.image.FoundBlock;
import io.wattune.core.thermal.image.ThermalImage;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import io.wattune.report.plot.HeatMap;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Blocks that images show, as text, as JSON, and as HotSpot's files. */
public final class FoundBlocks {
  private static final ReportTable<FoundBlock> BLOCKS =
      new ReportTable<FoundBlock>()
          .words("", block -> block.rectangle().name())
          .figures("mm wide", block -> Decimals.fixed(1e3 * block.rectangle().width(), 3))
          .figures("mm high", block -> Decimals.fixed(1e3 * block.rectangle().height(), 3))
          .figures("from left", block -> Decimals.fixed(1e3 * block.rectangle().left(), 3))
          .figures("from bottom", block -> Decimals.fixed(1e3 * block.rectangle().bottom(), 3))
          .figures(
              "mean W",
              block ->
                  Decimals.withError(
                      Arrays.stream(block.watts()).average().orElse(0),
                      Arrays.stream(block.standardError()).average().orElse(0)));

  private FoundBlocks() {}

  public static String text(List<Path> images, BlockFinder.BlockMap finding) {
    var out = new StringBuilder();
    out.append(finding.blocks().size())
        .append(" blocks in ")
        .append(images.size())
        .append(" images; noise of the camera ")
        .append(Decimals.fixed(1000 * finding.cameraNoise(), 1))
        .append(" mK\n\n");
    BLOCKS.appendTo(out, finding.blocks());
    return out.toString();
  }

  public static String json(List<Path> images, BlockFinder.BlockMap finding) {
    ObjectNode root = ReportJson.object();
    ArrayNode blocks = root.putArray("blocks");
    ThermalImage map = finding.maps().get(0);
    for (FoundBlock block : finding.blocks()) {
      Block at = block.rectangle();
      ObjectNode node =
          blocks
              .addObject()
              .put("name", at.name())
              .put("width", at.width())
              .put("height", at.height())
              .put("left", at.left())
              .put("bottom", at.bottom())
              .put("pixels", block.pixels());
      ArrayNode contour = node.putArray("contour");
      for (int[] corner : block.contour()) {
        contour.addArray().add(corner[1] * map.pixel()).add((map.rows() - corner[0]) * map.pixel());
      }
      add(node.putArray("watts"), block.watts());
      add(node.putArray("standardErrorWatts"), block.standardError());
    }
    root.put("cameraNoiseKelvin", finding.cameraNoise());
    ArrayNode files = root.putArray("images");
    images.forEach(file -> files.add(file.toString()));
    return root.toString();
  }

  private static void add(ArrayNode array, double[] values) {
    for (double value : values) {
      array.add(value);
    }
  }

  public static void write(Path folder, List<Path> images, BlockFinder.BlockMap finding)
      throws EngineException {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("blocks.json"), json(images, finding) + "\n");
      Files.writeString(folder.resolve("blocks.flp"), plan(finding));
      Files.writeString(folder.resolve("blocks.ptrace"), trace(images, finding));
      for (int i = 0; i < images.size(); i++) {
        picture(finding, finding.maps().get(i), i + 1)
            .write(folder.resolve("power-" + (i + 1) + ".png"));
      }
    } catch (IOException e) {
      throw EngineException.failed("cannot write to '" + folder + "': " + e.getMessage(), e);
    }
  }

  private static String plan(BlockFinder.BlockMap finding) {
    return finding.blocks().stream()
        .map(FoundBlock::rectangle)
        .map(
            b ->
                "%s\t%s\t%s\t%s\t%s\n"
                    .formatted(b.name(), b.width(), b.height(), b.left(), b.bottom()))
        .collect(
            Collectors.joining(
                "",
                "# name, width, height, left, bottom in metres: rectangles that fit best\n",
                ""));
  }

  private static String trace(List<Path> images, BlockFinder.BlockMap finding) {
    var out =
        new StringBuilder(
            finding.blocks().stream()
                .map(block -> block.rectangle().name())
                .collect(Collectors.joining("\t")));
    for (int i = 0; i < images.size(); i++) {
      int image = i;
      out.append('\n')
          .append(
              finding.blocks().stream()
                  .map(block -> Decimals.fixed(Math.max(0, block.watts()[image]), 6))
                  .collect(Collectors.joining("\t")));
    }
    return out.append('\n').toString();
  }

  private static HeatMap picture(BlockFinder.BlockMap finding, ThermalImage power, int number) {
    double[] perSquareMillimetre = Arrays.stream(power.values()).map(v -> v * 1e-6).toArray();
    return new HeatMap(
        "Power of image " + number + ", less the mean of all",
        "W/mm2",
        power.rows(),
        power.columns(),
        power.columns() * power.pixel(),
        power.rows() * power.pixel(),
        perSquareMillimetre,
        finding.blocks().stream().map(FoundBlock::rectangle).toList());
  }
}
