package io.wattune.launcher.control;

import io.wattune.core.status.FleetHistory;
import io.wattune.core.status.FleetStatus;
import io.wattune.kafka.fleet.FleetReader;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.report.status.StatusJson;
import io.wattune.report.status.StatusText;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import java.time.ZoneId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune status}: who set what, until when. */
@Command(
    name = "status",
    sortOptions = false,
    description = {
      "Prints each device's settings against its own, which policy set them and why, until when"
          + " the lease runs, the holds, and the nodes whose writer does not answer. Settings are"
          + " those that were read back; says what is pending, not as wished or not read back, and"
          + " where work is known from."
    },
    exitCodeList = {"0:done", "1:no broker answers, or it has no topics", "2:wrong arguments"})
@CommandLineOnly
public final class StatusCommand extends Subcommand {
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
  public Integer call() throws EngineException {
    broker.requireAnswer();
    FleetHistory history = new FleetReader(broker.access(), Namespace.live()).since(lookBack);
    FleetStatus status = history.status(System.currentTimeMillis() * 1_000_000);
    print(
        json
            ? StatusJson.of(status).toString()
            : new StatusText(status, ZoneId.systemDefault()).text());
    return ExitCode.DONE;
  }
}
