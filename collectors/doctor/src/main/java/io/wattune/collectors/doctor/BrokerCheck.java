package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.rights.PartRights;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Whether a broker answers, and lets a node do what its parts do. */
public final class BrokerCheck {
  private static final String ANSWER_MILLIS = "3000";
  private static final Map<String, Object> SETTINGS =
      Map.of("default.api.timeout.ms", ANSWER_MILLIS, "request.timeout.ms", ANSWER_MILLIS);

  private final NodeConfig node;
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  private BrokerCheck(NodeConfig node) {
    this.node = node;
  }

  /** Whether brokers answer at all. */
  public static Finding answer(KafkaAccess access) throws InterruptedException {
    try (Admin admin = access.admin(SETTINGS)) {
      int brokers = admin.describeCluster().nodes().get().size();
      return Finding.ok("Kafka answers at " + access + ", " + brokers + " brokers");
    } catch (ExecutionException | RuntimeException e) {
      return refused(access, e, "start it, or correct kafka.bootstrap", "correct kafka.client");
    }
  }

  /** The same for a node, with the topics and rights that its parts need. */
  static List<Finding> findings(NodeConfig node) throws InterruptedException {
    var check = new BrokerCheck(node);
    check.look();
    return check.findings;
  }

  private void look() throws InterruptedException {
    try (Admin admin = node.kafka().admin(SETTINGS)) {
      Map<Topic, Set<AclOperation>> allowed = allowed(admin);
      findings.add(
          unknown.isEmpty()
              ? Finding.ok("Kafka answers at " + node.kafka() + ", with the topics")
              : Finding.missing(
                  "Kafka answers at %s and does not have the topics %s"
                      .formatted(node.kafka(), String.join(", ", unknown)),
                  "they are made by the first part that makes topics, such as jobs; where that is"
                      + " forbidden, make them as docs/reference/topics.md says"));
      rights(allowed);
    } catch (ExecutionException | RuntimeException e) {
      findings.add(
          refused(
              node.kafka(),
              e,
              "start it or correct bootstrapServers; until then records wait on disk",
              "correct the object kafka of the node's file; until then records wait on disk"));
    }
  }

  /** Nobody there is no fault of the settings; a refusal is. */
  private static Finding refused(
      KafkaAccess access, Exception failure, String start, String correct) {
    Optional<String> trouble = KafkaTrouble.ofAccess(failure);
    return trouble.isPresent()
        ? Finding.broken(trouble.get(), correct)
        : Finding.missing("no Kafka broker answers at " + access, start);
  }

  /** What the node's user may do, by topic; of topics that are there. */
  private Map<Topic, Set<AclOperation>> allowed(Admin admin)
      throws InterruptedException, ExecutionException {
    Namespace namespace = node.namespace();
    List<Topic> topics =
        Stream.of(Topic.values())
            .filter(
                topic ->
                    PartRights.AGENT.uses(topic)
                        || (node.tuning().isOn() && PartRights.WRITER.uses(topic)))
            .toList();
    var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin
            .describeTopics(topics.stream().map(namespace::topic).toList(), options)
            .topicNameValues();
    Map<Topic, Set<AclOperation>> allowed = new EnumMap<>(Topic.class);
    for (Topic topic : topics) {
      String name = namespace.topic(topic);
      try {
        Set<AclOperation> operations =
            Objects.requireNonNull(answers.get(name)).get().authorizedOperations();
        allowed.put(topic, operations == null ? Set.of(AclOperation.values()) : operations);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          unknown.add(name);
        } else if (e.getCause() instanceof TopicAuthorizationException) {
          allowed.put(topic, Set.of());
        } else {
          throw e;
        }
      }
    }
    return allowed;
  }

  private void rights(Map<Topic, Set<AclOperation>> allowed) {
    Namespace namespace = node.namespace();
    List<String> agent = PartRights.AGENT.missing(namespace, allowed);
    List<String> writer =
        node.tuning().isOn() ? PartRights.WRITER.missing(namespace, allowed) : List.of();
    if (agent.isEmpty() && writer.isEmpty()) {
      findings.add(Finding.ok("its user may write and read there what the node's parts do"));
    } else if (agent.isEmpty() || (node.tuning().isOn() && writer.isEmpty())) {
      findings.add(
          Finding.note(
              agent.isEmpty()
                  ? "its user has the rights of an agent, not those of a writer ("
                      + words(writer)
                      + "); give the writer a file with a user of its own"
                  : "its user has the rights of a writer, not those of an agent ("
                      + words(agent)
                      + "); give the agent a file with a user of its own"));
    } else {
      findings.add(
          Finding.broken(
              "its user does not have rights of an agent (%s)".formatted(words(agent))
                  + (writer.isEmpty() ? "" : " and of a writer (" + words(writer) + ")"),
              "grant them; wattune acls --principal-prefix ... --node "
                  + node.node()
                  + " prints all"));
    }
  }

  private static String words(List<String> missing) {
    return missing.stream().sorted().collect(Collectors.joining(", "));
  }
}
