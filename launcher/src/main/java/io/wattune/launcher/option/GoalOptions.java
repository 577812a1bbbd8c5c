package io.wattune.launcher.option;

import io.wattune.control.Tuning;
import io.wattune.control.serving.ServingProfileFile;
import io.wattune.control.serving.ServingTables;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.policy.Objective;
import io.wattune.core.rightsize.RightSizes;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingTable;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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

  @Option(
      names = "--temperature-limit",
      paramLabel = "CELSIUS",
      split = ",",
      description =
          "keep devices below this temperature of their own sensors, whatever the policy wishes, by"
              + " lower settings; MODEL=CELSIUS for those with MODEL in their product's name;"
              + " several, with commas; a device whose temperature is not known has its lowest"
              + " settings; default: no limit")
  private List<String> temperatures = List.of();

  @Option(
      names = "--serving-profile",
      paramLabel = "FILE",
      split = ",",
      description =
          "what was measured of a model on its server, for --policy cofris: a file that wattune"
              + " profile wrote; several, with commas, one for each model; a server of another model"
              + " keeps its own settings; default: none")
  private List<Path> profiles = List.of();

  @Option(
      names = "--slo",
      paramLabel = "TIME",
      split = ",",
      description =
          "what the 95th percentile of a server's latency may be, for --policy cofris and krisp: 500ms, 2s, or"
              + " 2x for twice that of a server left alone with 80 %% of the requests that fill it; SERVER=TIME or MODEL=TIME for one; several,"
              + " with commas; krisp needs times, as it measures nothing alone; default: 2x")
  private List<String> objectives = List.of();

  /** What they make of a policy. */
  public Tuning tuning(String policy) throws EngineException {
    return tuning(policy, TemperatureLimits.NONE, null, OptionalDouble.empty());
  }

  /**
   * The same.
   *
   * @param usual what holds where no limit of temperature is given
   * @param served the profile where none is given; null for none
   * @param sharedSeconds for policy krisp: what a tail may be where nothing is given
   */
  public Tuning tuning(
      String policy,
      TemperatureLimits usual,
      @Nullable MeasuredProfile served,
      OptionalDouble sharedSeconds)
      throws EngineException {
    Double given = ceiling;
    TemperatureLimits limits = temperatures.isEmpty() ? usual : limits();
    if (policy.equals(NonePolicy.THERMAL) && limits.isNone()) {
      throw EngineException.wrongInput(
          "--policy " + policy + " needs --temperature-limit, such as --temperature-limit 70");
    }
    return Tuning.by(policy, limits, serving(policy, served, sharedSeconds))
        .towards(new Goal(maxSlowdown, objective), given == null ? maxSlowdown : given);
  }

  private ServingGoals serving(
      String policy, @Nullable MeasuredProfile served, OptionalDouble sharedSeconds)
      throws EngineException {
    boolean isWanted = policy.equals(NonePolicy.COFRIS);
    boolean isShared = policy.equals(NonePolicy.KRISP);
    if (isWanted && profiles.isEmpty() && served == null) {
      throw EngineException.wrongInput(
          "--policy " + policy + " needs --serving-profile, a file that wattune profile writes");
    }
    if (!isWanted && !profiles.isEmpty()) {
      throw EngineException.wrongInput("--serving-profile is for --policy " + NonePolicy.COFRIS);
    }
    if (!isWanted && !isShared && !objectives.isEmpty()) {
      throw EngineException.wrongInput(
          "--slo is for --policy " + NonePolicy.COFRIS + " and --policy " + NonePolicy.KRISP);
    }
    ServiceObjective usual = ServiceObjective.DEFAULT;
    Map<String, ServiceObjective> byServer = new TreeMap<>();
    Set<String> names = new TreeSet<>();
    for (String each : objectives) {
      int sign = each.lastIndexOf('=');
      String server = sign < 0 ? "" : each.substring(0, sign).strip();
      if (!names.add(server)) {
        throw EngineException.wrongInput(
            "--slo: there are two for "
                + (server.isEmpty() ? "all servers" : "server '" + server + "'"));
      }
      try {
        ServiceObjective objective = ServiceObjective.parse(each.substring(sign + 1));
        if (server.isEmpty()) {
          usual = objective;
        } else {
          byServer.put(server, objective);
        }
      } catch (IllegalArgumentException e) {
        throw EngineException.wrongInput(
            "--slo: '" + each + "' is no time; write 500ms, 2s or 2x, or SERVER=500ms");
      }
      if (sign >= 0 && server.isEmpty()) {
        throw EngineException.wrongInput("--slo: '" + each + "' names no server");
      }
    }
    if (isShared) {
      if (names.isEmpty() && sharedSeconds.isPresent()) {
        usual = new ServiceObjective(sharedSeconds.getAsDouble(), false);
      }
      if (usual.isMultiple() || byServer.values().stream().anyMatch(ServiceObjective::isMultiple)) {
        throw EngineException.wrongInput(
            "--policy krisp needs --slo TIME for all servers, such as 200ms, and multiples are"
                + " refused: it knows no tail of a server that is left alone");
      }
      return new ServingGoals(Map.of(), usual, byServer, RightSizes.NONE);
    }
    return new ServingGoals(tables(isWanted ? served : null), usual, byServer);
  }

  private Map<String, ServingTable> tables(@Nullable MeasuredProfile served)
      throws EngineException {
    Map<String, ServingTable> tables = new TreeMap<>();
    if (profiles.isEmpty() && served != null) {
      tables.put(served.model(), ServingTables.of(served));
    }
    for (Path file : profiles) {
      ServingTable table = table(file);
      if (tables.put(table.profile().model(), table) != null) {
        throw EngineException.wrongInput(
            "--serving-profile: two are of model '" + table.profile().model() + "'");
      }
    }
    return tables;
  }

  private static ServingTable table(Path file) throws EngineException {
    try {
      return ServingTables.of(ServingProfileFile.read(file));
    } catch (EngineException e) {
      throw EngineException.wrongInput("--serving-profile: " + e.getMessage());
    }
  }

  private TemperatureLimits limits() throws EngineException {
    OptionalDouble all = OptionalDouble.empty();
    Map<String, Double> byModel = new TreeMap<>();
    for (String each : temperatures) {
      int sign = each.lastIndexOf('=');
      String model = sign < 0 ? "" : each.substring(0, sign).strip();
      try {
        double celsius = Double.parseDouble(each.substring(sign + 1).strip());
        if (model.isEmpty()) {
          all = OptionalDouble.of(celsius);
        } else {
          byModel.put(model, celsius);
        }
      } catch (NumberFormatException e) {
        throw EngineException.wrongInput(
            "--temperature-limit: '" + each + "' is no temperature; write 70, or MODEL=70");
      }
    }
    try {
      return new TemperatureLimits(all, byModel);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--temperature-limit: " + e.getMessage());
    }
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
