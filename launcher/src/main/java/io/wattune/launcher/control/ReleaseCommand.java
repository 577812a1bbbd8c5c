package io.wattune.launcher.control;

import io.wattune.core.decision.Hold;
import io.wattune.core.status.FleetHistory;
import io.wattune.kafka.OrderSender;
import io.wattune.kafka.fleet.FleetReader;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune release}: ends holds before their time. */
@Command(
    name = "release",
    sortOptions = false,
    description = {
      "Ends holds before their time. A device stays alone as long as another hold covers it:"
          + " --node ends the holds of that node, not those of everything or of single devices."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, or it did not take the release",
      "2:wrong arguments, or no such hold is in force"
    })
@CommandLineOnly
public final class ReleaseCommand extends Subcommand {
  @ArgGroup(multiplicity = "1")
  private Which which = new Which();

  @Option(
      names = "--force",
      description =
          "with --id: even if no such hold is in the topic, for nodes that keep it on their disk")
  private boolean force;

  @Mixin private BrokerOption broker = new BrokerOption();

  /** Either the holds of something, or one by its id. */
  static final class Which {
    @ArgGroup(multiplicity = "1")
    private @Nullable HoldTarget target;

    @Option(
        names = "--id",
        paramLabel = "ID",
        description = "the hold of this id, as hold and status print it")
    private @Nullable String id;

    @Nullable String id() {
      return id;
    }

    boolean matches(Hold hold) {
      if (target != null && target.isGiven()) {
        return hold.scope() == target.scope() && hold.name().equals(target.name());
      }
      return hold.holdId().equals(id);
    }
  }

  @Override
  public Integer call() throws EngineException {
    Namespace namespace = Namespace.live();
    broker.requireAnswer();
    long nowNanos = System.currentTimeMillis() * 1_000_000;
    FleetHistory history = new FleetReader(broker.access(), namespace).namesAndHolds();
    List<Hold> inForce = history.holdsInForce(nowNanos);
    var sender = new OrderSender(broker.access(), namespace);
    String id = which.id();
    if (id != null && (force || history.unreadableHolds().contains(id))) {
      sender.release(List.of(id));
      print(id + ": is released, whatever it was");
      return ExitCode.DONE;
    }
    List<Hold> released = inForce.stream().filter(which::matches).map(Hold::released).toList();
    if (released.isEmpty()) {
      throw EngineException.wrongInput(
          "no such hold is in force; "
              + listed(inForce)
              + (id == null ? "" : "; --force releases it on nodes that keep it, too"));
    }
    sender.send(released);
    released.forEach(hold -> print(hold.holdId() + ": " + hold.words() + " is released"));
    return ExitCode.DONE;
  }

  private static String listed(List<Hold> inForce) {
    return inForce.isEmpty()
        ? "none is"
        : inForce.stream()
            .map(hold -> hold.holdId() + " of " + hold.words())
            .collect(Collectors.joining(", ", "in force are ", ""));
  }
}
