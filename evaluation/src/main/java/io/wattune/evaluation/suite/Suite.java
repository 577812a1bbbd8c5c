package io.wattune.evaluation.suite;

import io.wattune.evaluation.EvaluationException;
import io.wattune.testbed.krisp.KrispFigures;
import io.wattune.testbed.server.MaskFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What can be evaluated on the simulated inference server. */
public enum Suite {
  /** Its characterisation: masks, models, power. No policy is run. */
  MASKS {
    @Override
    SuiteResult run(long seed) {
      return new SuiteResult(word(), MaskFigures.all(), Map.of());
    }
  },
  /** Policies for the units of workers that share the GPU. */
  KRISP {
    @Override
    SuiteResult run(long seed) {
      KrispFigures.Result result = KrispFigures.run(seed);
      return new SuiteResult(word(), result.figures(), result.policies());
    }
  };

  /** The server's name, as {@code --testbed} takes it. */
  public static final String SERVER = "mi50";

  /** The suite that is run where none is named. */
  public static final String DEFAULT = "masks";

  abstract SuiteResult run(long seed);

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The suite of a name. */
  public static Suite named(String name) throws EvaluationException {
    for (Suite suite : values()) {
      if (suite.word().equals(name)) {
        return suite;
      }
    }
    List<String> words = Arrays.stream(values()).map(Suite::word).toList();
    throw EvaluationException.wrongInput(
        "--suite: there is no suite '" + name + "'; there are " + String.join(", ", words));
  }

  /** Runs it, and says what came out, for people or as JSON. */
  public String print(long seed, boolean json) {
    SuiteResult result = run(seed);
    return json ? SuiteReport.json(result) : SuiteReport.text(result);
  }
}
