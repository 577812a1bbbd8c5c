package io.wattune.launcher.broker;

import io.wattune.embedded.broker.BrokerSettings;
import io.wattune.embedded.broker.FreePorts;
import io.wattune.kafka.KafkaAccess;
import io.wattune.testkit.Certificates;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A broker as a production site has it: TLS everywhere, a login by SCRAM on one port and by
 * certificate on the other, nobody may do anything but who is allowed to, no topic makes itself.
 */
public final class SecuredBroker implements AutoCloseable {
  public static final String ADMIN = "admin";

  private final Path folder;
  private final Certificates certificates;
  private final int[] ports;
  private final AutoCloseable server;

  private SecuredBroker(Path folder, Certificates certificates, int[] ports, AutoCloseable server) {
    this.folder = folder;
    this.certificates = certificates;
    this.ports = ports;
    this.server = server;
  }

  /**
   * Starts one.
   *
   * @param key what it shows to clients
   * @param users who may log in, beside the administrator; each by the password that is in {@link
   *     #passwordFile}
   */
  public static SecuredBroker start(
      Path folder, Certificates certificates, Path key, List<String> users) throws Exception {
    return start(folder, certificates, key, users, false);
  }

  /** The same as a process of its own, of Kafka's own program, whose every port is by TLS. */
  public static SecuredBroker startProcess(
      Path folder, Certificates certificates, Path key, List<String> users) throws Exception {
    return start(folder, certificates, key, users, true);
  }

  private static KafkaServer within(Properties settings) {
    var server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
    server.startup();
    return new KafkaServer(server);
  }

  /** A broker of this process. */
  private record KafkaServer(KafkaRaftServer server) implements AutoCloseable {
    @Override
    public void close() {
      server.shutdown();
      server.awaitShutdown();
    }
  }

  /** Ends the broker's process by SIGTERM and starts it again with its data. */
  public void restart() throws Exception {
    ((SeparateKafka) server).restart();
  }

  private static SecuredBroker start(
      Path folder, Certificates certificates, Path key, List<String> users, boolean isProcess)
      throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    int[] some = FreePorts.two();
    int[] more = FreePorts.two();
    format(data, users);
    var settings = BrokerSettings.of(data, "127.0.0.1", some[0], more[0]);
    secure(settings, certificates, key, some[0], some[1], more[0]);
    AutoCloseable server =
        isProcess ? SeparateKafka.start(folder, settings, certificates) : within(settings);
    var broker = new SecuredBroker(folder, certificates, new int[] {some[0], some[1]}, server);
    for (String user : users) {
      broker.writePassword(user, password(user));
    }
    broker.writePassword(ADMIN, password(ADMIN));
    return broker;
  }

  private static void format(Path data, List<String> users) throws Exception {
    var scram = new java.util.ArrayList<String>();
    scram.add(scram(ADMIN));
    users.forEach(user -> scram.add(scram(user)));
    new Formatter()
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(BrokerSettings.NODE_ID)
        .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
        .setMetadataLogDirectory(data.toString())
        .setDirectories(List.of(data.toString()))
        .setScramArguments(scram)
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .run();
  }

  private static String scram(String user) {
    return "SCRAM-SHA-512=[name=" + user + ",iterations=4096,password=" + password(user) + "]";
  }

  private static String password(String user) {
    return user + "-Passwort";
  }

  private static void secure(
      Properties settings,
      Certificates certificates,
      Path key,
      int loginPort,
      int certificatePort,
      int controllerPort) {
    String places = "SASL_SSL://127.0.0.1:" + loginPort + ",SSL://127.0.0.1:" + certificatePort;
    settings.put("listeners", places + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", places);
    settings.put("inter.broker.listener.name", "SSL");
    settings.put(
        "listener.security.protocol.map", "SASL_SSL:SASL_SSL,SSL:SSL,CONTROLLER:PLAINTEXT");
    settings.put("ssl.keystore.location", key.toString());
    settings.put("ssl.keystore.password", certificates.password());
    settings.put("ssl.truststore.location", certificates.trust().toString());
    settings.put("ssl.truststore.password", certificates.password());
    settings.put("listener.name.ssl.ssl.client.auth", "required");
    settings.put("ssl.principal.mapping.rules", "RULE:^CN=([^,]*).*$/$1/");
    settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
    settings.put(
        "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    settings.put("allow.everyone.if.no.acl.found", "false");
    // The controller's own port, which only this process uses, is in the clear.
    settings.put("super.users", "User:" + ADMIN + ";User:ANONYMOUS");
  }

  /** Access with a user's password. */
  public KafkaAccess login(String user) {
    return new KafkaAccess("127.0.0.1:" + ports[0], loginProperties(user));
  }

  private Map<String, String> loginProperties(String user) {
    Map<String, String> properties = trusting("SASL_SSL");
    properties.put("sasl.mechanism", "SCRAM-SHA-512");
    properties.put(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
            + user
            + "\" password=\"${secret:"
            + passwordFile(user)
            + "}\";");
    return properties;
  }

  /** Access with a certificate. */
  KafkaAccess certificate(Path key) {
    Map<String, String> properties = trusting("SSL");
    String secret = "${secret:" + certificates.passwordFile() + "}";
    properties.put("ssl.keystore.location", key.toString());
    properties.put("ssl.keystore.password", secret);
    properties.put("ssl.key.password", secret);
    return new KafkaAccess("127.0.0.1:" + ports[1], properties);
  }

  private Map<String, String> trusting(String protocol) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("security.protocol", protocol);
    properties.put("ssl.truststore.location", certificates.trust().toString());
    properties.put("ssl.truststore.password", "${secret:" + certificates.passwordFile() + "}");
    return properties;
  }

  /** The user's access as a file for {@code --kafka-client}. */
  public Path clientFile(String user) throws IOException {
    String text =
        loginProperties(user).entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining("\n"));
    return Files.writeString(folder.resolve(user + ".properties"), text);
  }

  Path passwordFile(String user) {
    return folder.resolve(user + ".password");
  }

  void writePassword(String user, String password) throws IOException {
    Files.writeString(passwordFile(user), password);
    Files.setPosixFilePermissions(passwordFile(user), PosixFilePermissions.fromString("rw-------"));
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
