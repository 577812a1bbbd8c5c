package io.wattune.testbed.serving;

import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.StatedModel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a live server is asked: {@code serving/MODEL}, {@code serving/SHAPE} or {@code
 * serving/MODEL/SHAPE}.
 *
 * @param model name of one of the MI50's models
 * @param shape of its load
 */
public record ServedLoad(String model, Shape shape) {
  private static final String BEGINNING = "serving/";
  private static final String USUAL_MODEL = "resnet152";

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
    List<String> words = Arrays.asList(rest.split("/", -1));
    List<String> shapes = Arrays.stream(Shape.values()).map(Shape::label).toList();
    String last = words.get(words.size() - 1);
    boolean hasShape = shapes.contains(last);
    if (hasShape) {
      shape = Shape.valueOf(last.toUpperCase(Locale.ROOT));
    }
    if (words.size() == 2 || !hasShape) {
      model = words.get(0);
    }
    if (words.size() > 2 || (words.size() == 2 && !hasShape) || !models().contains(model)) {
      throw new IllegalArgumentException(
          ("there is no workload '%s'; it is serving/MODEL, serving/LOAD or "
                  + "serving/MODEL/LOAD with a model of %s and a load of %s")
              .formatted(workload, String.join(", ", models()), String.join(", ", shapes)));
    }
    return new ServedLoad(model, shape);
  }

  private static List<String> models() {
    return Mi50.MODELS.stream().map(StatedModel::name).toList();
  }
}
