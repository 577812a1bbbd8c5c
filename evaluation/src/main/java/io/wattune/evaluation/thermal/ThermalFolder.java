package io.wattune.evaluation.thermal;

import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.hotspot.TemperatureText;
import io.wattune.core.thermal.hotspot.ThermalConfigText;
import io.wattune.core.thermal.model.TemperatureMap;
import io.wattune.report.Decimals;
import io.wattune.report.plot.HeatMap;
import io.wattune.schemas.failure.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** A chip's temperatures as files: JSON, a picture, and HotSpot's own. */
public final class ThermalFolder {
  private static final double ZERO_CELSIUS = 273.15;

  private ThermalFolder() {}

  public static void write(Path folder, ThermalRun run) throws EngineException {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("thermal.json"), ThermalReport.json(run) + "\n");
      Files.writeString(
          folder.resolve("thermal.steady"),
          TemperatureText.write(run.model().kelvinByName(run.rise())));
      Files.writeString(
          folder.resolve("thermal.config"), ThermalConfigText.write(run.model().config()));
      if (run.isTransient()) {
        Files.writeString(folder.resolve("thermal.ttrace"), trace(run));
      }
      picture(run).write(folder.resolve("map.png"));
    } catch (IOException e) {
      throw EngineException.failed("cannot write to '" + folder + "': " + e.getMessage(), e);
    }
  }

  /** HotSpot's {@code .ttrace}: names, then degrees Celsius for each interval. */
  private static String trace(ThermalRun run) {
    var out =
        new StringBuilder(
            run.model().plan().blocks().stream()
                .map(Block::name)
                .collect(Collectors.joining("\t")));
    for (double[] kelvin : run.over()) {
      for (int i = 0; i < kelvin.length; i++) {
        out.append(i == 0 ? '\n' : '\t').append(Decimals.fixed(kelvin[i] - ZERO_CELSIUS, 3));
      }
    }
    return out.append('\n').toString();
  }

  private static HeatMap picture(ThermalRun run) {
    TemperatureMap map = run.map();
    return new HeatMap(
        run.isTransient() ? "Silicon at the end of the trace" : "Silicon, steady",
        "K",
        map.rows(),
        map.columns(),
        map.width(),
        map.height(),
        map.kelvin(),
        run.model().plan().blocks());
  }
}
