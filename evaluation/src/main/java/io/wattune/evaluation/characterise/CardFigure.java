package io.wattune.evaluation.characterise;

import org.jspecify.annotations.Nullable;

/**
 * A figure of a publication beside the model's.
 *
 * @param key its name, stable
 * @param place where it is published
 * @param quantity what it is
 * @param paper the published value; null where only a range or a direction is said
 * @param model the model's value
 * @param low the lowest value that reading the figure allows
 * @param high the highest
 * @param isFitted whether the constants were fitted to it
 * @param remark what to know about it, may be empty
 */
public record CardFigure(
    String key,
    String place,
    String quantity,
    @Nullable Double paper,
    double model,
    double low,
    double high,
    boolean isFitted,
    String remark) {

  public CardFigure {
    if (!(low <= high)) {
      throw new IllegalArgumentException("low must not be above high, were " + low + ", " + high);
    }
  }

  /** Whether the model is where reading the figure allows. */
  public boolean isMet() {
    return model >= low && model <= high;
  }
}
