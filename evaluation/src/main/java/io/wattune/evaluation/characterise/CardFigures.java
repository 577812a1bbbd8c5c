package io.wattune.evaluation.characterise;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tables 1 and 2 and figures 3 to 9 of Paul et al. 2015 as their text states them, beside the
 * model. Nothing here is a policy's result. What cannot be met together, and how each is read, is
 * in docs/hd7970.md.
 */
public final class CardFigures {
  private static final String STATED = "/io/wattune/evaluation/characterise/figures.json";

  /** Power that such boards are allowed. The paper says no more than that it is never met. */
  private static final double BOARD_WATTS = 250;

  private static final KnobValues SMALLEST = new KnobValues(4, 300, 475);
  private static final KnobValues HIGHEST = new KnobValues(32, 1000, 1375);

  private CardFigures() {}

  /**
   * A figure as the paper states it.
   *
   * @param paper null where only bounds or a direction are said
   * @param low null where it must come out as it is printed, but for rounding
   * @param high null where {@code low} is
   * @param remark null where there is nothing to know
   */
  private record Stated(
      String key,
      String place,
      String quantity,
      @Nullable Double paper,
      @Nullable Double low,
      @Nullable Double high,
      boolean isFitted,
      @Nullable String remark) {

    CardFigure beside(double model, String more) {
      double printed = Objects.requireNonNullElse(paper, Double.NaN);
      double rounding = 1e-6 * Math.abs(printed);
      return new CardFigure(
          key,
          place,
          quantity,
          paper,
          model,
          low == null ? printed - rounding : low,
          high == null ? printed + rounding : high,
          isFitted,
          remark == null ? more : remark + more);
    }
  }

  /** Power that a GPU's board is allowed, in watts; infinite where that is not known. */
  public static double boardWatts(GpuModel gpu) {
    return gpu.name().equals("hd7970") ? BOARD_WATTS : Double.POSITIVE_INFINITY;
  }

  /** All of them; the card must have the knobs of an HD7970. */
  public static List<CardFigure> of(Testbed testbed) {
    List<KnobValues> configurations = testbed.gpu().configurations();
    for (KnobValues needed : List.of(SMALLEST, HIGHEST)) {
      if (!configurations.contains(needed)) {
        throw new IllegalArgumentException(
            "the figures are of a card with 4 to 32 units, 300 to 1000 and 475 to 1375 MHz; '"
                + testbed.gpu().name()
                + "' does not have "
                + needed);
      }
    }
    var card = new CardValues(testbed);
    Map<String, Double> values = card.byKey();
    Map<String, String> more = card.remarks();
    var figures = new ArrayList<CardFigure>();
    for (Stated each : stated()) {
      double model = Objects.requireNonNull(values.get(each.key()), each.key());
      figures.add(each.beside(model, more.getOrDefault(each.key(), "")));
    }
    return List.copyOf(figures);
  }

  private static List<Stated> stated() {
    try (InputStream in = CardFigures.class.getResourceAsStream(STATED)) {
      return new JsonMapper().readValue(in, new TypeReference<List<Stated>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
