package io.wattune.launcher.control;

import io.wattune.control.Controller;
import io.wattune.control.ControllerCounters;
import io.wattune.control.ControllerOptions;
import io.wattune.control.FollowedKeys;
import io.wattune.control.Membership;
import io.wattune.control.Signing;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.GoalOptions;
import io.wattune.launcher.option.PolicyOption;
import io.wattune.launcher.option.TopicsOption;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.NodeKeys;
import io.wattune.schemas.topics.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune control}: a controller in this process. */
@Command(
    name = "control",
    sortOptions = false,
    description = {
      "Runs a controller until it is stopped. Several may run: they divide the nodes among"
          + " themselves, and one takes over what another leaves. When none runs, every device goes"
          + " back to its own settings as its lease ends."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, or the controller failed",
      "2:wrong arguments",
      "130:stopped with Ctrl-C, after the controller has left its group",
      "143:stopped with SIGTERM, likewise"
    })
public final class ControlCommand extends Subcommand {
  private static final Duration START_WITHIN = Duration.ofSeconds(60);

  @Mixin private TopicsOption topics = new TopicsOption();

  @Mixin private PolicyOption policy = new PolicyOption();
  @Mixin private GoalOptions goal = new GoalOptions();

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      defaultValue = "10s",
      converter = Converters.Span.class,
      description =
          "how long settings stay when no further decision comes; renewed after a third of it;"
              + " default: 10s")
  @Bounds(lowest = "1s", highest = "1h")
  private Duration lease = Duration.ofSeconds(10);

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "into how many parts the nodes are divided: at least as many as threads of all"
              + " controllers; fixed once the first controller has run; default: 8")
  @Bounds(lowest = "1", highest = "1024")
  private int tasks;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "threads of this controller; default: 1")
  @Bounds(lowest = "1", highest = "256")
  private int threads;

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      description =
          "a name of this controller, different from all others': restarted with it, it goes on"
              + " with its nodes without waiting for the session to end")
  private @Nullable String instance;

  @Option(
      names = "--session-timeout",
      paramLabel = "DURATION",
      defaultValue = "6s",
      converter = Converters.Span.class,
      description =
          "a controller that is silent for so long loses its nodes to another; the broker sets a"
              + " lower bound (group.min.session.timeout.ms); default: 6s")
  @Bounds(lowest = "1s", highest = "5m")
  private Duration sessionTimeout = Duration.ofSeconds(6);

  @Option(
      names = "--signing-key",
      paramLabel = "PATH",
      description =
          "sign decisions with the key in this file, or with those in this folder: NODE.pem for a"
              + " node, every-node.pem for all others; looked at again every two seconds; wattune keys"
              + " new makes one; default: not signed")
  private @Nullable Path signingKey;

  @Option(
      names = "--node-keys",
      paramLabel = "FILE",
      description =
          "believe a node's answers only if they are signed with a key that this file lists for the"
              + " node: a line NODE PUBLIC-KEY for each; read at the start; default: every answer is"
              + " believed")
  private @Nullable Path nodeKeys;

  @Mixin private ListenOption listen = new ListenOption(9105);

  @Override
  public Integer call() throws EngineException, InterruptedException {
    try (FollowedKeys keys = signingKeys()) {
      ControllerOptions options = options(keys == null ? Signing.NONE : keys);
      topics.createMissing(options.namespace());
      if (keys != null) {
        keys.start();
      }
      try (Teardown teardown = Teardown.install()) {
        run(options, teardown);
      }
    }
    return ExitCode.DONE;
  }

  private @Nullable FollowedKeys signingKeys() throws EngineException {
    return signingKey == null ? null : FollowedKeys.read(signingKey);
  }

  private ControllerOptions options(Signing signing) throws EngineException {
    try {
      return ControllerOptions.of(
              topics.access(), Namespace.live(), goal.tuning(policy.name()).withLease(lease))
          .with(Membership.DEFAULT.withTasks(tasks, threads).named(instance, sessionTimeout))
          .withReplicationFactor(topics.replicationFactor())
          .signedWith(signing)
          .believing(nodeKeys == null ? NodeKeys.NONE : NodeKeys.read(nodeKeys));
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private void run(ControllerOptions options, Teardown teardown)
      throws EngineException, InterruptedException {
    Controller controller = start(options);
    // After a signal nothing else gets to print: the process ends when the teardown is over.
    teardown.add("stop the controller", () -> stop(controller));
    teardown.add("stop the HTTP server", listen.start(controller.probe()));
    if (!controller.awaitRunning(START_WITHIN)) {
      throw EngineException.failed(
          "the controller did not get its nodes within "
              + START_WITHIN.toSeconds()
              + " s; it is "
              + controller.state()
              + controller
                  .lastFailure()
                  .map(failure -> ", after " + KafkaTrouble.words(failure, failure.toString()))
                  .orElse(""));
    }
    print("The controller runs with policy " + policy.name() + "; Ctrl-C stops it.");
    controller.awaitEnd();
    if (!teardown.hasBegun()) {
      throw EngineException.failed(
          "the controller has ended by itself: "
              + controller
                  .lastFailure()
                  .map(failure -> KafkaTrouble.words(failure, failure.toString()))
                  .orElse("see the log above"));
    }
  }

  private void stop(Controller controller) {
    controller.close();
    print(summary(controller.counts()));
  }

  private static Controller start(ControllerOptions options) throws EngineException {
    try {
      return Controller.start(options);
    } catch (IllegalStateException e) {
      throw EngineException.of(e);
    }
  }

  private static String summary(ControllerCounters counts) {
    return MetricTable.all(counts.read)
        + " records read, "
        + MetricTable.all(counts.rejected)
        + " rejected; "
        + counts.claims.getLongValue()
        + " claims, "
        + MetricTable.all(counts.decisions)
        + " decisions "
        + MetricTable.byLabel(counts.decisions);
  }
}
