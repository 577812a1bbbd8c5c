package io.wattune.core.meter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a meter says of a sensor's response.
 *
 * @param candidates the best of each class, best first; empty where nothing could be fitted
 * @param chosen the one that is reported; null where none is
 * @param used what energies go by: the reported one, or the best of those that explain the readings
 *     alike, with errors that reach the others; null where none is known
 * @param scale gain and offset by the whole trace through the best, with errors that hold even
 *     where no class is reported; null where readings do not rise with power
 * @param sentence for people: what was found, or why nothing was
 */
public record ResponseFitResult(
    List<ResponseFit> candidates,
    @Nullable ResponseFit chosen,
    @Nullable ResponseFit used,
    @Nullable MeterFit scale,
    String sentence) {

  public ResponseFitResult {
    candidates = List.copyOf(candidates);
  }

  /** No class is reported, and nothing is known of the response. */
  static ResponseFitResult none(
      List<ResponseFit> candidates, @Nullable MeterFit scale, String sentence) {
    return new ResponseFitResult(candidates, null, null, scale, sentence);
  }

  /** The same with the times of the samples as the pipeline gives them. */
  ResponseFitResult using(@Nullable ResponseFit moved) {
    if (moved == null) {
      return this;
    }
    boolean isChosen = chosen != null;
    return new ResponseFitResult(
        candidates, isChosen ? moved : null, moved, scale, isChosen ? moved.sentence() : sentence);
  }
}
