package io.wattune.launcher.control;

import io.wattune.core.decision.Hold;
import io.wattune.kafka.OrderSender;
import io.wattune.kafka.fleet.FleetReader;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.report.status.StatusText;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune hold}: leaves something alone for a time. */
@Command(
    name = "hold",
    sortOptions = false,
    description = {
      "Orders the controller and the nodes to leave a device, a node or everything alone: their own"
          + " settings come back, and no decision is made or applied until the hold ends."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, or it did not take the hold",
      "2:wrong arguments, or a name that is not known"
    })
@CommandLineOnly
public final class HoldCommand extends Subcommand {
  private static final Duration LONGEST = Duration.ofSeconds(Hold.LONGEST_SECONDS);

  @ArgGroup(multiplicity = "1")
  private HoldTarget target = new HoldTarget();

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = Converters.Span.class,
      description = "how long, like 90s, 30m, 1h or 2d; default: until it is released")
  private @Nullable Duration duration;

  @Option(names = "--why", paramLabel = "TEXT", description = "why, for those who find it later")
  private String why = "";

  @Option(
      names = "--by",
      paramLabel = "USER",
      description = "who orders it; default: the user of this process")
  private @Nullable String by;

  @Option(names = "--force", description = "even if nobody has heard of the name yet")
  private boolean force;

  @Mixin private BrokerOption broker = new BrokerOption();

  @Override
  public Integer call() throws EngineException {
    check();
    Namespace namespace = Namespace.live();
    broker.requireAnswer();
    if (!force) {
      KnownNames.check(new FleetReader(broker.access(), namespace).namesAndHolds(), target);
    }
    Hold hold = hold(System.currentTimeMillis());
    new OrderSender(broker.access(), namespace).send(List.of(hold));
    print(
        hold.holdId()
            + ": "
            + hold.words()
            + " is left alone until "
            + StatusText.until(hold, ZoneId.systemDefault()));
    return ExitCode.DONE;
  }

  private void check() throws EngineException {
    if (target.isBlank()) {
      throw EngineException.wrongInput("the name of what is to be held is empty");
    }
    if (duration != null && duration.compareTo(LONGEST) > 0) {
      throw EngineException.wrongInput(
          "--for must be at most " + LONGEST.toDays() + "d; leave it out to hold until released");
    }
  }

  private Hold hold(long nowMillis) {
    return Hold.ordered(
        UUID.randomUUID().toString().substring(0, 8),
        target.scope(),
        target.name(),
        nowMillis * 1_000_000,
        duration == null ? OptionalLong.empty() : OptionalLong.of(duration.toNanos()),
        by == null ? System.getProperty("user.name", "unknown") : by,
        why);
  }
}
