package io.wattune.evaluation.suite;

import io.wattune.evaluation.suite.SuiteFolder.Plot;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.cofris.CofrisFigures;
import io.wattune.testbed.dagee.DageeFigures;
import io.wattune.testbed.krisp.KrispFigures;
import io.wattune.testbed.server.MaskFigures;
import io.wattune.testbed.server.ServerResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be evaluated on the simulated inference server. */
public enum Suite {
  /** Its characterisation: masks, models, power. No policy is run. */
  MASKS {
    @Override
    SuiteResult run(long seed) {
      return new SuiteResult(word(), new ServerResult(MaskFigures.all(), Map.of()), List.of());
    }
  },
  /** Policies for the units of workers that share the GPU. */
  KRISP {
    @Override
    SuiteResult run(long seed) {
      return new SuiteResult(word(), KrispFigures.run(seed), List.of());
    }
  },
  /** A graph of kernels, with a mask for each. */
  DAGEE {
    @Override
    SuiteResult run(long seed) {
      return new SuiteResult(word(), DageeFigures.run(), List.of());
    }

    @Override
    List<Plot> plots() {
      return List.of(new Plot("power", "Power (figure 2.10a)", "W", "watts.", List.of()));
    }
  },
  /** Clock and units by the load. */
  COFRIS {
    @Override
    SuiteResult run(long seed) throws EngineException {
      RecordedLoads recorded = RecordedLoads.find();
      return new SuiteResult(word(), CofrisFigures.run(recorded.loads(), seed), recorded.missing());
    }

    @Override
    List<Plot> plots() {
      return List.of(
          new Plot(
              "models",
              "Power at 2 x (figure 4.9)",
              "of the baseline's",
              "power.model.",
              NOT_DRAWN),
          new Plot(
              "objectives",
              "Power by objective (figure 4.10)",
              "of the baseline's",
              "power.objective.",
              NOT_DRAWN),
          new Plot(
              "tails",
              "95th percentile by objective (figure 4.11)",
              "of the baseline's",
              "tail.objective.",
              List.of()));
    }
  };

  /**
   * The baseline is 1 by its definition; there are six colours, and the others are in the table.
   */
  private static final List<String> NOT_DRAWN =
      List.of("baseline", "cofris-cu-batches", "joint-parking");

  /** The server's name, as {@code --testbed} takes it. */
  public static final String SERVER = "mi50";

  /** The suite that is run where none is named. */
  public static final String DEFAULT = "masks";

  abstract SuiteResult run(long seed) throws EngineException;

  /** What is drawn where a folder is named. */
  List<Plot> plots() {
    return List.of();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The suite of a name. */
  public static Suite named(String name) throws EngineException {
    for (Suite suite : values()) {
      if (suite.word().equals(name)) {
        return suite;
      }
    }
    List<String> words = Arrays.stream(values()).map(Suite::word).toList();
    throw EngineException.wrongInput(
        "--suite: there is no suite '" + name + "'; there are " + String.join(", ", words));
  }

  /**
   * Runs it, and says what came out, for people or as JSON.
   *
   * @param folder where it goes, too, with plots; null for nowhere
   */
  public String print(long seed, boolean json, @Nullable Path folder) throws EngineException {
    SuiteResult result = run(seed);
    if (folder != null) {
      SuiteFolder.write(folder, result, plots());
    }
    return json ? SuiteReport.json(result) : SuiteReport.text(result);
  }
}
