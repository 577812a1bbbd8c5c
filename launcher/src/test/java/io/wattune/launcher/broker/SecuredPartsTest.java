package io.wattune.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.archive.sink.ArchiveOptions;
import io.wattune.archive.sink.ArchiveSink;
import io.wattune.collectors.decisions.ActuationSender;
import io.wattune.collectors.decisions.DecisionLink;
import io.wattune.collectors.spool.KafkaOpener;
import io.wattune.collectors.spool.PublisherSettings;
import io.wattune.collectors.spool.PublisherState;
import io.wattune.collectors.spool.SpoolingPublisher;
import io.wattune.control.Controller;
import io.wattune.control.ControllerOptions;
import io.wattune.control.Tuning;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.influx.BatchLimits;
import io.wattune.sinks.influx.SinkSettings;
import io.wattune.sinks.influx.StoreSink;
import io.wattune.sinks.registry.RepublishOptions;
import io.wattune.sinks.registry.Republisher;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import io.wattune.streams.component.ComponentJob;
import io.wattune.streams.fleet.FleetView;
import io.wattune.streams.fleet.FleetViewOptions;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.sensitivity.SensitivityJob;
import io.wattune.testkit.Certificates;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each part as its own user, with the rights that {@code wattune acls} gives it and no others. */
@Tag("long")
class SecuredPartsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Namespace LIVE = Namespace.live();

  @TempDir private static Path folder;
  private static SecuredSite site;
  private static Certificates certificates;
  private static SecuredBroker broker;

  @BeforeAll
  static void start() throws Exception {
    site = SecuredSite.start(folder);
    certificates = site.certificates();
    broker = site.broker();
  }

  @AfterAll
  static void stop() throws Exception {
    site.close();
  }

  @Test
  void anAgentMeasuresByPasswordAndByCertificate() throws Exception {
    publish(broker.login("wattune-agent-n1"), folder.resolve("spool-1"));
    publish(broker.certificate(certificates.key("wattune-agent-n1")), folder.resolve("spool-2"));
  }

  private static void publish(KafkaAccess access, Path spool) throws Exception {
    try (var publisher = publisher(access, spool, new ArrayList<>())) {
      publisher.publish(LIVE.topic(Topic.READINGS), "n1/gpu", new byte[] {1});
      await().atMost(PATIENCE).until(() -> publisher.status().confirmed() == 1);
    }
  }

  private static SpoolingPublisher publisher(KafkaAccess access, Path spool, List<String> changes)
      throws Exception {
    var topics =
        Set.of(Topic.READINGS, Topic.COUNTERS, Topic.SERVING, Topic.ACTIVITY, Topic.DEVICES);
    return SpoolingPublisher.start(
        "n1",
        Files.createDirectories(spool),
        new KafkaOpener(access, "agent", LIVE, topics, 5),
        PublisherSettings.DEFAULT,
        changes::add);
  }

  /** What is measured while a password is wrong waits on disk, and is sent when it is right. */
  @Test
  void aWrongPasswordIsSaidAndNothingIsLost() throws Exception {
    List<String> changes = new CopyOnWriteArrayList<>();
    KafkaAccess access = broker.login("stranger");
    broker.writePassword("stranger", "wrong");
    try (var publisher = publisher(access, folder.resolve("spool-3"), changes)) {
      publisher.publish(LIVE.topic(Topic.READINGS), "n1/gpu", new byte[] {1});
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(changes)
                      .anyMatch(
                          said ->
                              said.contains("the Kafka broker refuses the login")
                                  && said.contains("sasl.jaas.config")));
      broker.writePassword("stranger", "stranger-Passwort");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(changes)
                      .anyMatch(said -> said.contains("does not have the right to use")));
      assertThat(publisher.status().state()).isEqualTo(PublisherState.SPOOLING);
      site.wattune(
          SecuredBroker.ADMIN,
          "acls",
          "--principal-prefix=User:wattune-",
          "--node=n1,n2",
          "--apply");
      assertThat(publisher.status().droppedRecords()).isZero();
      assertThat(publisher.status().spooledRecords()).isEqualTo(1);
    }
  }

  @Test
  void commandsSayWhatIsWrongInOneLine() throws Exception {
    assertThat(site.wattune("stranger", "status")).contains("does not have the right to use");

    KafkaAccess untrusted =
        new KafkaAccess(
            broker.login("wattune-operator").bootstrapServers(),
            without(broker.login("wattune-operator").security(), "ssl.truststore"));
    assertThatThrownBy(() -> describe(untrusted))
        .satisfies(
            e ->
                assertThat(KafkaTrouble.line(e))
                    .contains("certificate is not trusted")
                    .contains("ssl.truststore.location"));

    KafkaAccess expired = broker.certificate(certificates.expiredKey("wattune-agent-n1-old"));
    assertThatThrownBy(() -> describe(expired))
        .satisfies(e -> assertThat(KafkaTrouble.line(e)).contains("ssl.keystore.location"));
  }

  private static void describe(KafkaAccess access) throws Exception {
    try (Admin admin =
        access.admin(Map.of("default.api.timeout.ms", "10000", "request.timeout.ms", "5000"))) {
      admin.describeCluster().nodes().get();
    }
  }

  private static Map<String, String> without(Map<String, String> all, String prefix) {
    Map<String, String> rest = new java.util.HashMap<>(all);
    rest.keySet().removeIf(name -> name.startsWith(prefix));
    return rest;
  }

  @Test
  void aWriterReadsDecisionsAndAnswers() throws Exception {
    KafkaAccess access = broker.login("wattune-writer-n1");
    try (ActuationSender sender = ActuationSender.open(access, LIVE);
        var link = new DecisionLink(access, LIVE, List.of(), sender)) {
      link.start();
      await().atMost(PATIENCE).until(link::isReading);
      sender.send(
          new Actuation(
              "n1",
              null,
              1,
              0,
              ActuationOutcome.CLAIMED,
              "ok",
              "",
              null,
              List.of(),
              0,
              0,
              List.of(),
              List.of()));
      await().atMost(PATIENCE).until(() -> sender.sent() == 1);
    }
  }

  @Test
  void theControllerDecides() throws Exception {
    var options = ControllerOptions.of(broker.login("wattune-controller"), LIVE, Tuning.by("fine"));
    try (Controller controller = Controller.start(options.withTasks(2, 1))) {
      assertThat(controller.awaitRunning(PATIENCE)).isTrue();
      assertThat(controller.lastFailure()).isEmpty();
    }
    // A second life moves the group's offsets, where there are any.
    try (Controller controller = Controller.start(options.withTasks(2, 1))) {
      assertThat(controller.awaitRunning(PATIENCE)).isTrue();
    }
  }

  @Test
  void theFleetViewSums() throws Exception {
    var options = FleetViewOptions.of(broker.login("wattune-fleet"), LIVE);
    try (FleetView view = FleetView.start(options)) {
      assertThat(view.awaitRunning(PATIENCE)).isTrue();
      assertThat(view.status().lastFailure()).isEmpty();
    }
  }

  @Test
  void sinksRead() throws Exception {
    try (var producer = broker.login(SecuredBroker.ADMIN).producer(Map.of())) {
      producer.send(new ProducerRecord<>(LIVE.topic(Topic.POWER), "n1/gpu", new byte[] {1})).get();
    }
    var nowhere =
        new StoreAddress(URI.create("http://127.0.0.1:1"), StoreKind.QUESTDB, "o", "b", null);
    try (StoreSink sink =
        StoreSink.start(
            new SinkSettings(broker.login("wattune-sinks"), LIVE, nowhere, BatchLimits.DEFAULT))) {
      await().atMost(PATIENCE).until(() -> sink.counts().recordsRead.get() > 0);
      await().atMost(PATIENCE).until(() -> sink.counts().recordsRejected.get() > 0);
      sink.check();
    }
    var archive =
        new ArchiveOptions(
            broker.login("wattune-archive"),
            LIVE,
            folder.resolve("archive"),
            4,
            64 << 20,
            Duration.ofHours(1));
    try (ArchiveSink sink = ArchiveSink.startUntilEnd(archive)) {
      assertThat(sink.await(PATIENCE)).isTrue();
    }
  }

  @Test
  void copiesForARegistryAreMade() throws Exception {
    try (var producer = broker.login(SecuredBroker.ADMIN).producer(Map.of())) {
      producer.send(new ProducerRecord<>(LIVE.topic(Topic.FLEET), "n1", null)).get();
    }
    var options =
        new RepublishOptions(
            broker.login("wattune-republish"),
            LIVE,
            List.of(Topic.FLEET),
            "wattune.registry",
            URI.create("http://127.0.0.1:1"),
            "");
    var republisher = new Republisher(options);
    var run =
        CompletableFuture.runAsync(
            () -> {
              try {
                republisher.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    try (republisher) {
      await()
          .atMost(PATIENCE)
          .failFast(run::isCompletedExceptionally)
          .until(() -> republisher.progress().copied.get() > 0);
    }
    run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void theJobsRun() throws Exception {
    KafkaAccess access = broker.login("wattune-jobs");
    var options = new JobOptions(access, LIVE, 2, Duration.ofMillis(500), JobOptions.FOR_LATENCY);
    var settings = new LedgerSettings(Duration.ofMinutes(10).toNanos(), ProfileChoice.AUTO);
    publish(broker.login("wattune-agent-n1"), folder.resolve("spool-4"));
    try (LocalFlink flink = LocalFlink.startTemporary(8);
        RunningJob first =
            JobSubmitter.to(flink)
                .submit(
                    "ledger",
                    LedgerJob::configure,
                    env -> LedgerJob.build(env, options, settings));
        RunningJob second =
            JobSubmitter.to(flink)
                .submit(
                    "sensitivity",
                    LedgerJob::configure,
                    env ->
                        SensitivityJob.build(
                            env,
                            options,
                            SensitivitySettings.DEFAULT,
                            OffsetsInitializer.latest()));
        RunningJob third =
            JobSubmitter.to(flink)
                .submit(
                    "components",
                    LedgerJob::configure,
                    env -> ComponentJob.build(env, options, null, List.of()));
        Admin admin = broker.login(SecuredBroker.ADMIN).admin(Map.of())) {
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                first.check();
                second.check();
                third.check();
                return hasCommitted(admin, LedgerJob.group(LIVE))
                    && hasCommitted(admin, ComponentJob.group(LIVE));
              });
    }
  }

  private static boolean hasCommitted(Admin admin, String group) throws Exception {
    return !admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().isEmpty();
  }

  @Test
  void anOperatorHoldsAndLooks() throws Exception {
    assertThat(site.wattune("wattune-operator", "hold", "--all", "--force")).doesNotContain("rror");
    assertThat(site.wattune("wattune-operator", "status")).contains("everything  released");
    assertThat(site.wattune("wattune-operator", "release", "--all")).contains("released");
  }

  /** These look at start whether all topics are there, and may make none. */
  @Test
  void partsThatMakeTopicsFindThemMade() throws Exception {
    for (String user :
        List.of("wattune-jobs", "wattune-controller", "wattune-fleet", "wattune-sinks")) {
      try (Admin admin = broker.login(user).admin(Map.of())) {
        assertThat(new TopicCreator(admin, 1).createMissing(LIVE)).as(user).isEmpty();
      }
    }
  }

  /** The promise of the page. */
  @Test
  void nobodyButTheControllerDecidesAndNobodyButAnOperatorHolds() throws Exception {
    for (String user : SecuredSite.USERS) {
      // One login for all topics. Without idempotence each topic is answered for itself; with it
      // who may write none gets his first refusal again and again.
      try (var producer =
          broker.login(user).producer(Map.of(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false))) {
        assertThat(mayWrite(producer, Topic.DECISIONS))
            .as(user)
            .isEqualTo(user.equals("wattune-controller"));
        assertThat(mayWrite(producer, Topic.HOLDS))
            .as(user)
            .isEqualTo(user.equals("wattune-operator"));
        assertThat(mayWrite(producer, Topic.RIGHT_SIZES))
            .as(user)
            .isEqualTo(user.equals("wattune-operator"));
        assertThat(mayWrite(producer, Topic.ENERGY))
            .as(user)
            .isEqualTo(user.equals("wattune-jobs"));
        assertThat(mayWrite(producer, Topic.READINGS))
            .as(user)
            .isEqualTo(user.equals("wattune-agent-n1"));
      }
    }
  }

  private static boolean mayWrite(Producer<String, byte[]> producer, Topic topic) throws Exception {
    try {
      producer.send(new ProducerRecord<>(LIVE.topic(topic), "n1/x", new byte[] {0})).get();
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(AuthorizationException.class);
      return false;
    }
  }
}
