package io.wattune.core.meter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a meter says of a sensor's response.
 *
 * @param candidates the best of each class, best first; empty where nothing could be fitted
 * @param chosen the one that is told; null where none is
 * @param sentence for people: what was found, or why nothing was
 */
public record ResponseFitResult(
    List<ResponseFit> candidates, @Nullable ResponseFit chosen, String sentence) {

  public ResponseFitResult {
    candidates = List.copyOf(candidates);
  }
}
