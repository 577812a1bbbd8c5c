package io.wattune.launcher.republish;

import io.wattune.embedded.teardown.Teardown;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.listen.TokenFile;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.registry.CopyProgress;
import io.wattune.sinks.registry.RepublishOptions;
import io.wattune.sinks.registry.Republisher;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune republish}: topics for programs that want a schema registry. */
@Command(
    name = "republish",
    sortOptions = false,
    description = {
      "Puts records of topics out once more, in the encoding of a schema registry that speaks"
          + " Confluent's protocol, for Kafka Connect and others that know no other. Each record is"
          + " there once, at the same partition; several may run. It goes on where the last one left"
          + " off."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, the registry refuses a schema, or the broker refuses access",
      "2:wrong arguments",
      "130:stopped with Ctrl-C",
      "143:stopped with SIGTERM"
    })
public final class RepublishCommand extends Subcommand {
  @Mixin private BrokerOption broker = new BrokerOption();

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "address of the schema registry, like http://registry:8081; needed")
  private @Nullable URI registry;

  @Option(
      names = "--registry-login",
      paramLabel = "FILE",
      description =
          "file with USER:PASSWORD for the registry; nobody else may read it; default: no login")
  private @Nullable Path loginFile;

  @Option(
      names = "--topics",
      paramLabel = "NAMES",
      split = ",",
      description = "which topics; default: power,energy,fleet,activity")
  private List<Topic> topics = List.of(Topic.POWER, Topic.ENERGY, Topic.FLEET, Topic.ACTIVITY);

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = "wattune.registry",
      description =
          "stands before the names of the topics that are written: energy goes to"
              + " wattune.registry.energy; default: wattune.registry")
  private String prefix = "wattune.registry";

  @Mixin private ListenOption listen = new ListenOption(9110);

  @Override
  public Integer call() throws EngineException, InterruptedException {
    RepublishOptions options = options();
    broker.requireAnswerPatiently();
    var republisher = new Republisher(options);
    try (Teardown teardown = Teardown.install()) {
      teardown.add(
          "stop",
          () -> {
            republisher.close();
            CopyProgress progress = republisher.progress();
            print(
                "%s records put out once more, %s left out that could not be read"
                    .formatted(
                        MetricTable.all(progress.copied), MetricTable.all(progress.leftOut)));
          });
      teardown.add("stop the HTTP server", listen.start(republisher.progress()));
      print("Puts out " + options + "; Ctrl-C stops it.");
      republisher.run();
      return ExitCode.DONE;
    } catch (KafkaException e) {
      throw EngineException.failed(KafkaTrouble.line(e), e);
    }
  }

  private RepublishOptions options() throws EngineException {
    URI address = registry;
    if (address == null || address.getHost() == null) {
      throw EngineException.wrongInput(
          "republish needs --registry URL, like http://registry:8081"
              + (address == null ? "" : ", was '" + address + "'"));
    }
    try {
      Path file = loginFile;
      String login = file == null ? "" : TokenFile.text("--registry-login", file).strip();
      return new RepublishOptions(
          broker.access(), Namespace.live(), topics, prefix, address, login);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }
}
