package io.wattune.launcher.evaluate;

import io.wattune.core.mask.CuLayout;
import io.wattune.evaluation.masks.MaskEvaluation;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune evaluate masks}: whether the rule of dealt blocks says how long a mask takes. */
@Command(
    name = "masks",
    sortOptions = false,
    description = {
      "Holds the rule of how long a kernel takes on a mask of compute units against measured times:"
          + " blocks are dealt to the engines in use in equal shares, so that the engine with the"
          + " fewest units ends last. The rule's constants are fitted to the table, the simplest"
          + " form that does, and its errors printed beside those of time as one over the number of"
          + " units."
    },
    exitCodeList = {"0:done", "2:wrong arguments, or a table that cannot be read"})
@CommandLineOnly
public final class MasksCommand extends Subcommand {
  @Option(
      names = "--table",
      paramLabel = "FILE",
      required = true,
      description =
          "measured times as comma-separated values with a header: mask,seconds (hexadecimal, in"
              + " the driver's order of bits, as HSA_CU_MASK has it), or placement,units,seconds"
              + " (distributed, packed, conserved or balanced)")
  private Path table = Path.of("");

  @Option(
      names = "--engines",
      paramLabel = "N",
      required = true,
      description = "shader engines of the GPU")
  @Bounds(lowest = "1", highest = "64")
  private int engines;

  @Option(
      names = "--units",
      paramLabel = "N",
      required = true,
      description = "compute units of each engine")
  @Bounds(lowest = "1", highest = "256")
  private int units;

  @Option(
      names = "--together",
      paramLabel = "N",
      defaultValue = "1",
      description = "units that are masked together: 2 from RDNA on; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "2")
  private int together;

  @Option(names = "--json", description = "print the result as one JSON object")
  private boolean json;

  @Override
  public Integer call() throws EngineException {
    if (units % together != 0) {
      throw EngineException.wrongInput(
          "--units must be a multiple of --together, which is " + together + ", was " + units);
    }
    CuLayout layout = CuLayout.even(engines, 1, units, together);
    print(MaskEvaluation.print(table, layout, json));
    return ExitCode.DONE;
  }
}
