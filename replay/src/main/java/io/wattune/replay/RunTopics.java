package io.wattune.replay;

import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** The topics of one run: made before it, deleted after it. */
final class RunTopics {
  private static final int REPLICATION_FACTOR = 1;

  private RunTopics() {}

  static void create(ReplayCluster servers, Namespace namespace, int parallelism, Teardown teardown)
      throws EngineException {
    try (Admin admin = admin(servers)) {
      requireAnswer(admin, servers);
      if (!servers.isBrokerOurs()) {
        teardown.add("delete the topics " + namespace.prefix(), () -> delete(servers, namespace));
      }
      new TopicCreator(admin, REPLICATION_FACTOR)
          .createMissing(namespace, topic -> Math.min(topic.defaultPartitions(), parallelism));
    } catch (RuntimeException e) {
      throw EngineException.failed(KafkaTrouble.line(e), e);
    }
  }

  private static void requireAnswer(Admin admin, ReplayCluster servers) throws EngineException {
    try {
      admin.describeCluster().nodes().get();
    } catch (ExecutionException e) {
      throw EngineException.failed(
          KafkaTrouble.words(
              e,
              "no Kafka broker answers at "
                  + servers.kafka()
                  + "; is it running, and is that its address? One that asks for TLS or a login"
                  + " needs --kafka-client"),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted", e);
    }
  }

  private static void delete(ReplayCluster servers, Namespace namespace) {
    try (Admin admin = admin(servers)) {
      new TopicCreator(admin, REPLICATION_FACTOR).delete(namespace);
    }
  }

  private static Admin admin(ReplayCluster servers) {
    return servers
        .kafka()
        .admin(Map.of("default.api.timeout.ms", "10000", "request.timeout.ms", "5000"));
  }
}
