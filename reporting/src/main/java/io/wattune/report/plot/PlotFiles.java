package io.wattune.report.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A plot as a picture and as a page. */
public final class PlotFiles {
  private static final Logger LOG = LoggerFactory.getLogger(PlotFiles.class);

  private PlotFiles() {}

  /** Draws one plot to a file. */
  public interface Drawing {
    void draw(TracePlot plot, Path file) throws IOException;
  }

  /** Writes {@code NAME.png} and {@code NAME.html}. */
  public static void write(TracePlot plot, Path folder, String name) throws IOException {
    write(plot, folder, name, TracePng::write);
  }

  /** The same with another way to draw the picture. */
  public static void write(TracePlot plot, Path folder, String name, Drawing png)
      throws IOException {
    drawIfFontsAreThere(png, plot, folder.resolve(name + ".png"));
    TraceHtml.write(plot, folder.resolve(name + ".html"));
  }

  /**
   * Java cannot draw text on a machine without fonts, and says so with any of these. The numbers
   * and the page must not be lost for it.
   */
  private static void drawIfFontsAreThere(Drawing png, TracePlot plot, Path file)
      throws IOException {
    try {
      png.draw(plot, file);
    } catch (RuntimeException | LinkageError | InternalError e) {
      Files.deleteIfExists(file);
      LOG.warn(
          "{} could not be drawn ({}); the page beside it shows the same. Is a font installed? For"
              + " example: apt install fontconfig fonts-dejavu-core",
          file.getFileName(),
          e.toString());
    }
  }
}
