package io.wattune.evaluation.energymodel;

import io.wattune.core.energymodel.KernelTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kernels that both files have.
 *
 * @param table their rates and their power
 * @param columns every column of numbers, and what it was taken for
 * @param time the column by which totals were divided; null where all were rates
 * @param withoutCounters kernels of the power file that are missing from the counters
 * @param withoutPower rows of the counters that are missing from the power file
 */
public record MeasuredKernels(
    KernelTable table,
    List<MeasuredColumn> columns,
    @Nullable String time,
    List<String> withoutCounters,
    List<String> withoutPower) {

  /**
   * A column.
   *
   * @param name as in the header
   * @param use what it was taken for
   */
  record MeasuredColumn(String name, ColumnUse use) {}

  public MeasuredKernels {
    columns = List.copyOf(columns);
    withoutCounters = List.copyOf(withoutCounters);
    withoutPower = List.copyOf(withoutPower);
  }
}
