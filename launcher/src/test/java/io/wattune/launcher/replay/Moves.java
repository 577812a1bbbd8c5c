package io.wattune.launcher.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.Collection;
import java.util.Map;

/**
 * How far kernels' provisional energies are from the final ones.
 *
 * <p>Two estimates of one energy, by other samples and perhaps by another of the methods, differ by
 * no more than their two standard errors together. What no kernel took is the device's energy less
 * all of them, so it bears what all of them are off.
 */
final class Moves {
  private final Collection<LedgerEntry> provisional;
  private final Map<String, LedgerEntry> last;
  private double squares;
  private int kernels;

  Moves(Collection<LedgerEntry> provisional, Map<String, LedgerEntry> last) {
    this.provisional = provisional;
    this.last = last;
  }

  /** Takes a provisional entry of the book of kernels. */
  void check(LedgerEntry entry) {
    long moved = last.get(entry.entryId()).energyMicrojoules() - entry.energyMicrojoules();
    assertThat(Math.abs(moved)).as(entry.entryId()).isLessThanOrEqualTo(allowed(entry));
    if (!entry.isRemainder() && moved != 0) {
      double errors = moved / (double) entry.standardErrorMicrojoules();
      squares += errors * errors;
    }
    kernels++;
  }

  /** Root mean square, in the provisional entries' standard errors. */
  double rms() {
    assertThat(kernels).isPositive();
    return Math.sqrt(squares / kernels);
  }

  private long allowed(LedgerEntry entry) {
    if (!entry.isRemainder()) {
      return errors(entry);
    }
    return provisional.stream()
        .filter(each -> each.book() == Book.KERNEL && !each.isRemainder())
        .filter(each -> each.device().equals(entry.device()))
        .filter(
            each -> each.endNanos() > entry.startNanos() && each.startNanos() < entry.endNanos())
        .mapToLong(this::errors)
        .sum();
  }

  /** Of what was not put out yet, the provisional error alone. */
  private long errors(LedgerEntry kernel) {
    LedgerEntry later = last.getOrDefault(kernel.entryId(), kernel);
    return kernel.standardErrorMicrojoules() + later.standardErrorMicrojoules();
  }
}
