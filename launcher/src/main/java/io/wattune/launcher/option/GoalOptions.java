package io.wattune.launcher.option;

import io.wattune.control.Tuning;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.Objective;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a controller tunes for: the same options wherever one is started. */
public final class GoalOptions {

  @Option(
      names = "--max-slowdown",
      paramLabel = "PERCENT",
      defaultValue = "2%",
      converter = Slowdown.class,
      description =
          "largest loss of delivered work rate that a policy may cause, such as 2%% or 0.5%%, from"
              + " 0.1%% to 45%%; where work is known from the device's counters only, half of it;"
              + " default: 2%%")
  private double maxSlowdown = Goal.DEFAULT.maxSlowdown();

  @Option(
      names = "--objective",
      paramLabel = "OBJECTIVE",
      defaultValue = "energy",
      converter = Named.class,
      description =
          "what policy fine makes as small as possible within --max-slowdown, per work: energy, ed"
              + " (energy times time) or ed2 (energy times time squared); where power is not known,"
              + " the lowest settings within --max-slowdown; default: energy")
  private Objective objective = Goal.DEFAULT.objective();

  @Option(
      names = "--max-slowdown-ceiling",
      paramLabel = "PERCENT",
      converter = Slowdown.class,
      description =
          "largest loss that a program may allow by its label wattune.max-slowdown; default: that of"
              + " --max-slowdown, so that a label can only ask for less")
  private @Nullable Double ceiling;

  /** What they make of a policy. */
  public Tuning tuning(String policy) {
    Double given = ceiling;
    return Tuning.by(policy)
        .towards(new Goal(maxSlowdown, objective), given == null ? maxSlowdown : given);
  }

  /** An objective by its name. */
  static final class Named implements ITypeConverter<Objective> {
    @Override
    public Objective convert(String value) {
      return Objective.named(value)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + value + "' is no objective: " + String.join(", ", Objective.names())));
    }
  }

  /** A share in per cent, with its sign, since 2 could mean anything. */
  static final class Slowdown implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      double fraction = Double.NaN;
      if (value.endsWith("%")) {
        try {
          fraction = Double.parseDouble(value.substring(0, value.length() - 1).strip()) / 100;
        } catch (NumberFormatException e) {
          fraction = Double.NaN; // Said below.
        }
      }
      if (fraction >= Goal.LEAST_SLOWDOWN && fraction <= Goal.MOST_SLOWDOWN) {
        return fraction;
      }
      throw new TypeConversionException(
          "'" + value + "' is no share from 0.1% to 45%: write it as in 2%");
    }
  }
}
