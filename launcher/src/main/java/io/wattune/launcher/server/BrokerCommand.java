package io.wattune.launcher.server;

import io.wattune.embedded.broker.BrokerProbe;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.folder.DataFolder;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.option.LocalServerOption;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code wattune broker}: the embedded Kafka broker as a process of its own. */
@Command(
    name = "broker",
    sortOptions = false,
    description = {
      "Runs a Kafka broker in this process until it is stopped, with its data in a folder: for a"
          + " small site, and for trying a cluster's parts on one machine. A later run with the same"
          + " folder goes on with its topics and offsets. It is alone: nothing is replicated, and"
          + " while it is down nobody sends or reads. control, jobs, sinks and fleet make the topics"
          + " that are missing."
    },
    exitCodeList = {
      "0:done",
      "1:it could not start, or has ended by itself",
      "2:wrong arguments",
      "130:stopped with Ctrl-C",
      "143:stopped with SIGTERM"
    })
public final class BrokerCommand extends Subcommand {
  private static final String NAME = "wattune broker";
  private static final int LAYOUT = 1;

  @Mixin private LocalServerOption server = new LocalServerOption(9092);

  @Mixin private ListenOption listen = new ListenOption(9108);

  @Override
  public Integer call() throws EngineException {
    Path folder = server.data(NAME);
    String address = server.address();
    try (Teardown teardown = Teardown.install()) {
      DataFolder data =
          teardown.add("let others use " + folder, DataFolder.claim(folder, NAME, LAYOUT));
      Path kafka = data.path().resolve("kafka");
      EmbeddedBroker broker =
          teardown.add("stop the broker", EmbeddedBroker.start(kafka, address, server.port()));
      teardown.add("stop the HTTP server", listen.start(new BrokerProbe(broker)));
      print(
          "Kafka listens on %s, its data are in %s; Ctrl-C stops it."
              .formatted(broker.bootstrapServers(), folder));
      if (!server.isLoopback()) {
        print(
            "Other machines reach it, and it asks nobody who he is: keep it in a closed network.");
      }
      broker.awaitEnd();
      if (teardown.hasBegun()) {
        return ExitCode.DONE;
      }
      throw EngineException.failed("the Kafka broker has ended by itself; what it said is above");
    } catch (RuntimeException e) {
      throw EngineException.of(e);
    }
  }
}
