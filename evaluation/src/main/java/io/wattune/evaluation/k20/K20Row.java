package io.wattune.evaluation.k20;

import org.jspecify.annotations.Nullable;

/**
 * One figure of the paper beside ours.
 *
 * @param key stable name, for programs
 * @param quantity what it is, for people
 * @param unit its unit; empty for a ratio
 * @param paper the paper's figure, or what follows from it; null where it has none
 * @param wattune what came out
 * @param standardError its standard error as the ledger states it; null where none is stated
 * @param low least value that is right
 * @param high largest value that is right
 * @param remark what else must be known to read it
 */
public record K20Row(
    String key,
    String quantity,
    String unit,
    @Nullable Double paper,
    double wattune,
    @Nullable Double standardError,
    double low,
    double high,
    String remark) {

  /** Whether ours lies where it should. */
  public boolean isMet() {
    return wattune >= low && wattune <= high;
  }
}
