package io.wattune.launcher.thermal;

import io.wattune.core.thermal.image.BlockFinder;
import io.wattune.core.thermal.image.ImagedSheet;
import io.wattune.core.thermal.image.MedianFilter;
import io.wattune.core.thermal.image.ThermalImage;
import io.wattune.evaluation.thermal.FoundBlocks;
import io.wattune.evaluation.thermal.ImageFile;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune thermal-images}: a chip's blocks and their power, from a camera. */
@Command(
    name = "thermal-images",
    sortOptions = false,
    description = {
      "Finds the blocks of a chip, and what each takes, in thermal images of its bare silicon under"
          + " several workloads (docs/reference/thermal.md). Blocks that take the same power in"
          + " every image are one."
    },
    exitCodeList = {
      "0:done",
      "1:the result could not be written",
      "2:wrong arguments, or images that cannot be used"
    })
@CommandLineOnly
public final class ThermalImagesCommand extends Subcommand {
  /** A tenth of the chip's side is the least that a block may be: below, ripples begin. */
  private static final int PARTS = 100;

  @Option(
      names = "--images",
      required = true,
      paramLabel = "FILE",
      split = ",",
      description =
          "images of workloads in their steady state, at least two: a row of pixels a line from the"
              + " top, kelvin, with commas or blanks between them")
  private List<Path> images = List.of();

  @Option(
      names = "--pixel",
      required = true,
      paramLabel = "LENGTH",
      converter = Length.Converter.class,
      description = "side of a pixel on the chip, for example 50um")
  private Length pixel = new Length(50e-6);

  @Option(
      names = "--coolant",
      required = true,
      paramLabel = "KELVIN",
      description = "temperature of what cools the silicon")
  @Bounds(lowest = "1", highest = "1000", unit = "K")
  private int coolant;

  @Option(
      names = "--to-coolant",
      required = true,
      paramLabel = "W/(m2K)",
      description = "watts that a square metre of silicon gives to the coolant for a kelvin")
  @Bounds(lowest = "1", highest = "1000000")
  private int toCoolant;

  @Option(
      names = "--thickness",
      required = true,
      paramLabel = "LENGTH",
      converter = Length.Converter.class,
      description = "thickness of the silicon, for example 0.2mm")
  private Length thickness = new Length(2e-4);

  @Option(
      names = "--conductivity",
      paramLabel = "W/(mK)",
      defaultValue = "120",
      description = "that of the silicon; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "5000")
  private int conductivity;

  @Option(
      names = "--blur",
      paramLabel = "LENGTH",
      converter = Length.Converter.class,
      description = "standard deviation of the lens's blur, on the chip; default: a pixel's side")
  private @Nullable Length blur;

  @Option(
      names = "--smallest",
      paramLabel = "PIXELS",
      description = "pixels of the smallest block; default: a hundredth of the image")
  @Bounds(lowest = "4", highest = "1000000")
  private @Nullable Integer smallest;

  @Option(
      names = "--wide-filter",
      description =
          "the document's median filter, 20 x 20 pixels above the 90th percentile of slopes; default:"
              + " 3 x 3 above the 98th, which leaves blocks' borders")
  private boolean wide;

  @Option(
      names = "--json",
      description =
          "print blocks {name, width, height, left, bottom, pixels, contour, watts,"
              + " standardErrorWatts} and cameraNoiseKelvin as one JSON object")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "write the JSON object there, blocks and power as HotSpot's files, and a picture of each"
              + " image's power")
  private @Nullable Path folder;

  @Override
  public Integer call() throws EngineException {
    List<ThermalImage> read = new ArrayList<>();
    for (Path file : images) {
      read.add(ImageFile.read(file, pixel.metres(), coolant));
    }
    BlockFinder.BlockMap finding;
    try {
      var sheet =
          new ImagedSheet(
              conductivity,
              thickness.metres(),
              toCoolant,
              blur == null ? pixel.metres() : blur.metres());
      ThermalImage first = read.get(0);
      int fewest = smallest == null ? Math.max(16, first.values().length / PARTS) : smallest;
      MedianFilter filter = wide ? MedianFilter.DOCUMENT : MedianFilter.NARROW;
      finding = new BlockFinder(sheet, filter, fewest).find(read);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("the images: " + e.getMessage());
    }
    if (folder != null) {
      FoundBlocks.write(folder, images, finding);
    }
    print(json ? FoundBlocks.json(images, finding) : FoundBlocks.text(images, finding));
    return ExitCode.DONE;
  }
}
