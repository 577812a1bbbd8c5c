package io.wattune.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testkit.Certificates;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;

/**
 * A secured broker on which {@code wattune acls} has said who may do what, with all topics, and a
 * user for each part of a cluster with the node n1.
 */
record SecuredSite(Certificates certificates, SecuredBroker broker) implements AutoCloseable {
  static final List<String> USERS =
      List.of(
          "wattune-agent-n1",
          "wattune-writer-n1",
          "wattune-jobs",
          "wattune-controller",
          "wattune-fleet",
          "wattune-sinks",
          "wattune-archive",
          "wattune-republish",
          "wattune-dashboard",
          "wattune-replay",
          "wattune-operator",
          "stranger");

  static SecuredSite start(Path folder) throws Exception {
    var certificates = new Certificates(folder.resolve("certificates"));
    SecuredBroker broker =
        SecuredBroker.start(
            folder.resolve("broker"), certificates, certificates.key("admin"), USERS);
    var site = new SecuredSite(certificates, broker);
    String said =
        site.wattune(
            SecuredBroker.ADMIN,
            "acls",
            "--principal-prefix=User:wattune-",
            "--node=n1",
            "--apply");
    assertThat(said).contains("rules are in force");
    try (Admin admin = broker.login(SecuredBroker.ADMIN).admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
    }
    return site;
  }

  /** Runs a command as a user; returns all that it said. */
  String wattune(String user, String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.add("--bootstrap=" + broker.login(user).bootstrapServers());
    words.add("--kafka-client=" + broker.clientFile(user));
    return said(words);
  }

  /** Runs a command; returns all that it said. */
  static String said(List<String> words) {
    var said = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(said));
    command.setErr(new PrintWriter(said));
    int unused = command.execute(words.toArray(String[]::new));
    return said.toString();
  }

  @Override
  public void close() throws Exception {
    broker.close();
  }
}
