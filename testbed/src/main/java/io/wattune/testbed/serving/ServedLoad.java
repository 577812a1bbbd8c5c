package io.wattune.testbed.serving;

import io.wattune.testbed.cofris.SimulatedProfile;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.StatedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * What a live server is asked: {@code serving/MODEL}, {@code serving/SHAPE} or {@code
 * serving/MODEL/SHAPE}, each with {@code /batch-N} behind it for a server that takes up to N
 * requests at once, or {@code /workers-N} for one with N workers on the GPU, whose runtime can give
 * each kernel units of its own.
 *
 * @param model name of one of the MI50's models
 * @param shape of its load
 * @param batch requests that are served at once, at most, as one
 * @param workers requests that are served at once, at most, beside each other
 */
public record ServedLoad(String model, Shape shape, int batch, int workers) {
  private static final String BEGINNING = "serving/";
  private static final String USUAL_MODEL = "resnet152";
  private static final String BATCH = "batch-";
  private static final String WORKERS = "workers-";

  /** As many as the document has on a GPU. */
  private static final int MOST_WORKERS = 4;

  /** How the rate of requests goes. Each request comes at a time of its own (Poisson). */
  public enum Shape {
    /** Half of the full rate. */
    CONSTANT,
    /** Levels of 2 to 40 s, drawn; one in five is ten times the one before, up to the full rate. */
    BURSTS,
    /** Half a minute at a twelfth of the full rate, half a minute at ten times that. */
    STEP;

    /** As names of workloads have it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Of a server without workers beside each other. */
  public ServedLoad(String model, Shape shape, int batch) {
    this(model, shape, batch, 1);
  }

  /** Whether its runtime can give each kernel units of its own. */
  public boolean isShared() {
    return workers > 1;
  }

  /** Whether a workload is one of these by its name, right or wrong. */
  public static boolean isNamed(String workload) {
    return workload.startsWith(BEGINNING);
  }

  /**
   * The load of a name.
   *
   * @throws IllegalArgumentException where there is none, which says what there is
   */
  public static ServedLoad of(String workload) {
    String model = USUAL_MODEL;
    Shape shape = Shape.BURSTS;
    String rest = isNamed(workload) ? workload.substring(BEGINNING.length()) : "";
    List<String> words = new ArrayList<>(Arrays.asList(rest.split("/", -1)));
    OptionalInt batch = number(words.get(words.size() - 1), BATCH, 1, SimulatedProfile.MOST);
    OptionalInt workers = number(words.get(words.size() - 1), WORKERS, 2, MOST_WORKERS);
    if (batch.isPresent() || workers.isPresent()) {
      words.remove(words.size() - 1);
    }
    List<String> shapes = Arrays.stream(Shape.values()).map(Shape::label).toList();
    String last = words.isEmpty() ? "" : words.get(words.size() - 1);
    boolean hasShape = shapes.contains(last);
    if (hasShape) {
      shape = Shape.valueOf(last.toUpperCase(Locale.ROOT));
    }
    if (words.size() == 2 || (words.size() == 1 && !hasShape)) {
      model = words.get(0);
    }
    if (words.size() > 2 || (words.size() == 2 && !hasShape) || !models().contains(model)) {
      throw new IllegalArgumentException(
          ("there is no workload '%s'; it is serving/MODEL, serving/LOAD or "
                  + "serving/MODEL/LOAD with a model of %s and a load of %s, and may end in "
                  + "/batch-N, with N from 1 to %d, or in /workers-N, with N from 2 to %d")
              .formatted(
                  workload,
                  String.join(", ", models()),
                  String.join(", ", shapes),
                  SimulatedProfile.MOST,
                  MOST_WORKERS));
    }
    return new ServedLoad(model, shape, batch.orElse(1), workers.orElse(1));
  }

  /** The number behind a word's beginning; empty where it says something else. */
  private static OptionalInt number(String word, String beginning, int least, int most) {
    for (int number = least; number <= most; number++) {
      if (word.equals(beginning + number)) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  private static List<String> models() {
    return Mi50.MODELS.stream().map(StatedModel::name).toList();
  }
}
