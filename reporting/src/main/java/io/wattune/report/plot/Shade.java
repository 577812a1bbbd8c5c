package io.wattune.report.plot;

import io.wattune.core.ledger.entry.LedgerEntry;
import org.jspecify.annotations.Nullable;

/**
 * An activity, drawn as a shaded stretch behind the lines.
 *
 * @param name what ran
 * @param level the activity's level: kernel, process, job
 * @param startNanos epoch nanoseconds
 * @param endNanos epoch nanoseconds, after the start
 * @param energy its energy, where it is known
 */
public record Shade(
    String name, String level, long startNanos, long endNanos, @Nullable EnergyFigures energy) {

  public Shade {
    if (endNanos <= startNanos) {
      throw new IllegalArgumentException(
          "activity '" + name + "' must end after its start, lasts " + (endNanos - startNanos));
    }
  }

  /** The activity that a ledger entry is about. */
  public static Shade of(LedgerEntry entry) {
    var energy =
        new EnergyFigures(
            entry.energyMicrojoules() * 1e-6,
            entry.standardErrorMicrojoules() * 1e-6,
            entry.rawEnergyMicrojoules() * 1e-6,
            entry.coverage(),
            entry.quality());
    String name = entry.name() == null ? entry.entryId() : entry.name();
    return new Shade(name, entry.book().label(), entry.startNanos(), entry.endNanos(), energy);
  }

  double durationSeconds() {
    return (endNanos - startNanos) * 1e-9;
  }

  /** Name and energy in one line. */
  String label() {
    return energy == null ? name : name + "  " + energy.label();
  }
}
