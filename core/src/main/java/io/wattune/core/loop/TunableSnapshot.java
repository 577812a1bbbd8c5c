package io.wattune.core.loop;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.OptionalLong;

/**
 * A tunable in plain values.
 *
 * @param name its name
 * @param unit name of the {@link TunableUnit}
 * @param lowest as of {@link ValueGrid}
 * @param highest as of {@link ValueGrid}
 * @param step as of {@link ValueGrid}
 * @param values as of {@link ValueGrid}
 * @param hasOwnValue whether the own setting is known
 * @param ownValue its own setting; 0 where it is not known
 * @param writable whether the agent may write it
 */
public record TunableSnapshot(
    String name,
    String unit,
    long lowest,
    long highest,
    long step,
    List<Long> values,
    boolean hasOwnValue,
    long ownValue,
    boolean writable) {

  public TunableSnapshot {
    values = List.copyOf(values);
  }

  static TunableSnapshot of(Tunable tunable) {
    ValueGrid grid = tunable.grid();
    return new TunableSnapshot(
        tunable.name(),
        tunable.unit().name(),
        grid.lowest(),
        grid.highest(),
        grid.step(),
        grid.values(),
        tunable.ownValue().isPresent(),
        tunable.ownValue().orElse(0),
        tunable.isWritable());
  }

  Tunable tunable() {
    return new Tunable(
        name,
        TunableUnit.valueOf(unit),
        new ValueGrid(lowest, highest, step, values),
        hasOwnValue ? OptionalLong.of(ownValue) : OptionalLong.empty(),
        writable);
  }
}
