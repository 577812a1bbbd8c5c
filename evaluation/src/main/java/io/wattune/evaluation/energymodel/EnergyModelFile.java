package io.wattune.evaluation.energymodel;

import io.wattune.core.component.GivenModel;
import io.wattune.core.energymodel.PublishedComponent;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.json.StrictJson;
import io.wattune.schemas.json.WrongJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What components cost, to begin with: the file that {@code energy-model fit --out} wrote, or the
 * published table. A model of another board is off by more than its fit says, so that no error is
 * taken to be below {@value #LEAST_ERROR} of its value; the table has none, and is taken to be off
 * by {@value #PUBLISHED_ERROR}. Test: {@code EnergyModelFileTest}.
 */
public final class EnergyModelFile {
  /** Name of [C] Table 5.1. */
  public static final String PUBLISHED = "gtx1050";

  private static final double LEAST_ERROR = 0.1;
  private static final double PUBLISHED_ERROR = 0.3;

  private final String file;

  private EnergyModelFile(String file) {
    this.file = file;
  }

  /** The model of a file, or the one of this name. */
  public static GivenModel read(String nameOrFile) throws EngineException {
    return nameOrFile.equals(PUBLISHED)
        ? published()
        : new EnergyModelFile(nameOrFile).read(Path.of(nameOrFile));
  }

  private static GivenModel published() {
    List<GivenModel.Energy> energies = new ArrayList<>();
    for (PublishedComponent each : PublishedComponent.values()) {
      double joules = each.joulesPerAccess();
      energies.add(new GivenModel.Energy(each.name(), joules, PUBLISHED_ERROR * joules));
    }
    double idle = PublishedComponent.IDLE_WATTS;
    return new GivenModel(PUBLISHED, idle, PUBLISHED_ERROR * idle, energies);
  }

  private GivenModel read(Path path) throws EngineException {
    try {
      return model(path, StrictJson.read(Files.readAllBytes(path), StrictJson.FIRST));
    } catch (WrongJsonException e) {
      throw EngineException.wrongInput(
          "the energy model '"
              + file
              + "', as energy-model fit --out writes it: "
              + e.getMessage());
    } catch (IOException e) {
      throw EngineException.wrongInput(
          "the energy model '" + file + "' cannot be read: " + FailureWords.of(e));
    }
  }

  private GivenModel model(Path path, StrictJson root) throws EngineException {
    Map<String, String> uses = new HashMap<>();
    if (root.has("columns")) {
      root.list("columns").forEach(each -> uses.put(each.text("name"), each.text("use")));
    }
    double idle = Double.NaN;
    double idleError = 0;
    List<GivenModel.Energy> energies = new ArrayList<>();
    for (StrictJson term : root.has("terms") ? root.list("terms") : List.<StrictJson>of()) {
      List<String> counters = term.has("counters") ? term.textList("counters") : List.of();
      boolean isIdle = counters.isEmpty();
      boolean isTotal = !isIdle && ColumnUse.TOTAL.word().equals(uses.get(counters.get(0)));
      double value = fromZeroOn(term, isTotal ? "joules" : "watts");
      double stated = term.number(isTotal ? "standardErrorJoules" : "standardErrorWatts", 0);
      double error = Math.max(stated, LEAST_ERROR * value);
      if (isIdle) {
        idle = value;
        idleError = error;
      } else if (error > 0 && counters.size() == 1) {
        // Of merged counters it is not known which costs what, nor of one that ended at 0.
        energies.add(new GivenModel.Energy(counters.get(0), value, error));
      }
    }
    if (!(idleError > 0) || energies.isEmpty()) {
      throw wrong("must have an idle power and the energy of one counter at least");
    }
    return new GivenModel(String.valueOf(path.getFileName()), idle, idleError, energies);
  }

  private double fromZeroOn(StrictJson term, String key) throws EngineException {
    if (key.equals("joules") && !term.has(key)) {
      throw wrong(
          "must have energies in joules: fit it with --clock, or with a time whose name has its"
              + " unit");
    }
    if (!(term.number(key) >= 0)) {
      term.wrong(key, "a number from 0 on");
    }
    return term.number(key);
  }

  private EngineException wrong(String what) {
    return EngineException.wrongInput(
        "the energy model '" + file + "', as energy-model fit --out writes it, " + what);
  }
}
