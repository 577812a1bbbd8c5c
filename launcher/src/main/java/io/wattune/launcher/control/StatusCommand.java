package io.wattune.launcher.control;

import io.wattune.control.status.FleetReadException;
import io.wattune.control.status.FleetReader;
import io.wattune.control.status.StatusJson;
import io.wattune.control.status.StatusText;
import io.wattune.core.status.FleetHistory;
import io.wattune.core.status.FleetStatus;
import io.wattune.launcher.command.CommandFailedException;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.schemas.topics.Namespace;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wattune status}: who set what, until when. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints each device's settings against its own, which policy set them and why, until when"
          + " the lease runs, the holds, and the nodes whose writer does not answer. Settings are"
          + " those that were read back; says what is pending, not as wished or not read back, and"
          + " where work is known from."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:no broker answers, or it has no topics", "2:wrong arguments"})
@CommandLineOnly
public final class StatusCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Option(
      names = "--look-back",
      paramLabel = "DURATION",
      defaultValue = "1h",
      converter = Converters.Span.class,
      description =
          "how far back decisions and answers are read: longer than the longest lease;"
              + " default: 1h")
  private Duration lookBack = Duration.ofHours(1);

  @Mixin private BrokerOption broker = new BrokerOption();

  @Override
  public Integer call() throws CommandFailedException, FleetReadException {
    broker.requireAnswer();
    FleetHistory history = new FleetReader(broker.access(), Namespace.live()).since(lookBack);
    FleetStatus status = history.status(System.currentTimeMillis() * 1_000_000);
    print(
        json
            ? StatusJson.of(status).toString()
            : new StatusText(status, ZoneId.systemDefault()).text());
    return ExitCode.DONE;
  }

  private void print(String report) {
    if (spec != null) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(report.stripTrailing());
      out.flush();
    }
  }
}
