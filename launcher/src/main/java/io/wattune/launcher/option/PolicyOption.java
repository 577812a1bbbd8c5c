package io.wattune.launcher.option;

import io.wattune.core.policy.Policies;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which policy the controller follows: one option, the same wherever a controller is started. */
public final class PolicyOption {

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "fine",
      converter = Name.class,
      description =
          "none: every device keeps its own settings; fine: lowers what a kernel does not need, by"
              + " its delivered work rate; harmonia: to the settings of a kernel's sensitivities,"
              + " and from there as fine but faster (harmonia-cg: the first alone; dvfs-only: the"
              + " core clock alone, without the first); baseline: the own settings, lower only above"
              + " the board's power limit; thermal: the highest settings that keep the device below"
              + " --temperature-limit; cofris: the lowest clock and number of compute units at which"
              + " an inference server serves its requests within --slo, by --serving-profile; krisp: a"
              + " server's kernels on units of their own, as few shared as takes the least power within"
              + " --slo, by a right-size table, where the server's runtime can do that;"
              + " default: fine")
  private String policy = "fine";

  /** The policy's name. */
  public String name() {
    return policy;
  }

  /** The name of a policy that there is. */
  static final class Name implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      if (Policies.names().contains(value)) {
        return value;
      }
      throw new TypeConversionException(
          "there is no policy '" + value + "'; there are " + String.join(", ", Policies.names()));
    }
  }
}
