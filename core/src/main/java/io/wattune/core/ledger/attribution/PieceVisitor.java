package io.wattune.core.ledger.attribution;

import org.jspecify.annotations.Nullable;

/** Receives what a {@link ShareSweep} shares out, piece by piece, in order of time. */
public interface PieceVisitor {

  /**
   * A contender's part of a piece of time.
   *
   * @param parent the contender within whose part it competed, where there is one
   * @param toNanos end of the piece
   * @param nanos seen time of the piece times the contender's fraction of it: a whole number where
   *     it took all, so that sums do not depend on where pieces are cut
   */
  void part(
      Contender contender,
      @Nullable Contender parent,
      long toNanos,
      long microjoules,
      long rawMicrojoules,
      double nanos);

  /** What no contender of the level took. */
  void left(long toNanos, long microjoules, long rawMicrojoules, double nanos);
}
