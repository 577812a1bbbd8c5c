package io.wattune.core.meter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a meter says of a sensor's response.
 *
 * @param candidates the best of each class, best first; empty where nothing could be fitted
 * @param chosen the one that is told; null where none is
 * @param scale gain and offset by the whole trace through the best, with errors that hold even
 *     where no class is told; null where readings do not rise with power
 * @param sentence for people: what was found, or why nothing was
 */
public record ResponseFitResult(
    List<ResponseFit> candidates,
    @Nullable ResponseFit chosen,
    @Nullable MeterFit scale,
    String sentence) {

  public ResponseFitResult {
    candidates = List.copyOf(candidates);
  }

  /** No class is told. */
  static ResponseFitResult none(
      List<ResponseFit> candidates, @Nullable MeterFit scale, String sentence) {
    return new ResponseFitResult(candidates, null, scale, sentence);
  }

  /** The same with another one told, if any was. */
  ResponseFitResult choosing(@Nullable ResponseFit other) {
    return other == null ? this : new ResponseFitResult(candidates, other, scale, other.sentence());
  }
}
