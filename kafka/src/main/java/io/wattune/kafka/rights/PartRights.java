package io.wattune.kafka.rights;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What each part must be allowed at the brokers, and nothing more: who writes a topic is who may
 * say what is in it. Whoever writes records publishes their schemas first.
 */
public enum PartRights {
  /** Measures. */
  AGENT(
      true,
      Set.of(),
      topics(Topic.READINGS, Topic.COUNTERS, Topic.SERVING, Topic.ACTIVITY, Topic.DEVICES)),

  /** Sets, and answers. */
  WRITER(true, topics(Topic.DECISIONS, Topic.HOLDS), topics(Topic.ACTUATIONS, Topic.REJECTS)),

  /** The Flink jobs. A transaction that a dead task left open is looked for in the topic. */
  JOBS(
      false,
      topics(
          Topic.READINGS, Topic.ACTIVITY, Topic.COUNTERS, Topic.DEVICES, Topic.ENERGY, Topic.POWER),
      topics(
          Topic.ENERGY,
          Topic.POWER,
          Topic.SMOOTHED,
          Topic.PROFILES,
          Topic.SENSITIVITIES,
          Topic.COMPONENT_POWER,
          Topic.HEAT,
          Topic.REJECTS)) {
    @Override
    void others(Grant grant) {
      grant.group("ledger", AclOperation.READ);
      grant.group("sensitivity", AclOperation.READ);
      grant.group("components", AclOperation.READ);
      grant.transactions("ledger");
    }
  },

  /** The only one whose word nodes obey. */
  CONTROLLER(
      false,
      topics(
          Topic.POWER,
          Topic.COUNTERS,
          Topic.SERVING,
          Topic.SENSITIVITIES,
          Topic.ACTUATIONS,
          Topic.DEVICES,
          Topic.HOLDS),
      topics(Topic.DECISIONS, Topic.REJECTS)) {
    @Override
    void others(Grant grant) {
      grant.streams("controller");
    }
  },

  /** The fleet view. */
  FLEET(
      false, topics(Topic.POWER, Topic.ENERGY, Topic.DEVICES), topics(Topic.FLEET, Topic.REJECTS)) {
    @Override
    void others(Grant grant) {
      grant.streams("fleet");
    }
  },

  /** The sinks to a time-series store. */
  SINKS(
      false,
      topics(
          Topic.POWER,
          Topic.ENERGY,
          Topic.COMPONENT_POWER,
          Topic.HEAT,
          Topic.FLEET,
          Topic.DECISIONS,
          Topic.ACTUATIONS),
      topics(Topic.REJECTS)) {
    @Override
    void others(Grant grant) {
      grant.group("store", AclOperation.READ);
      grant.groups("store-", AclOperation.READ);
    }
  },

  /** Keeps all. */
  ARCHIVE(false, EnumSet.allOf(Topic.class), Set.of()) {
    @Override
    void others(Grant grant) {
      grant.group("archive", AclOperation.READ);
    }
  },

  /** Puts topics out once more for programs with a schema registry; copies have their settings. */
  REPUBLISH(false, EnumSet.allOf(Topic.class), Set.of()) {
    @Override
    void others(Grant grant) {
      grant.settings();
      grant.group("republish", AclOperation.READ);
      grant.transactions("republish");
      grant.copies();
    }
  },

  /** Shows all, and how far each group is; lets nobody hold anything. */
  DASHBOARD(false, EnumSet.allOf(Topic.class), Set.of()) {
    @Override
    void others(Grant grant) {
      grant.group("", AclOperation.DESCRIBE);
    }
  },

  /** Replays of recorded files, each in topics of its own, which it makes and deletes. */
  REPLAY(false, Set.of(), Set.of()) {
    @Override
    void others(Grant grant) {
      grant.replays();
    }
  },

  /** People: status, hold, set, release; and a dashboard on whose page people may hold. */
  OPERATOR(false, EnumSet.allOf(Topic.class), topics(Topic.HOLDS)) {
    @Override
    void others(Grant grant) {
      grant.group("", AclOperation.DESCRIBE);
    }
  };

  private final boolean isOnNodes;

  @SuppressWarnings("ImmutableEnumChecker") // A copy that nobody can change.
  private final Set<Topic> read;

  @SuppressWarnings("ImmutableEnumChecker") // A copy that nobody can change.
  private final Set<Topic> written;

  PartRights(boolean isOnNodes, Set<Topic> read, Set<Topic> written) {
    this.isOnNodes = isOnNodes;
    this.read = Set.copyOf(read);
    this.written = Set.copyOf(written);
  }

  private static Set<Topic> topics(Topic... topics) {
    return EnumSet.copyOf(Arrays.asList(topics));
  }

  /** Whether each node has its own, with a name of its own. */
  public boolean isOnNodes() {
    return isOnNodes;
  }

  /** The last part of its principal's name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the part reads or writes a topic of the live pipeline. */
  public boolean uses(Topic topic) {
    return reads(topic) || writes(topic);
  }

  /**
   * Which of the part's rights to topics a user does not have, such as {@code Write on
   * wattune.readings}.
   *
   * @param allowed what the user may do, by topic; topics that are not in it are not looked at
   */
  public List<String> missing(Namespace namespace, Map<Topic, Set<AclOperation>> allowed) {
    List<String> missing = new ArrayList<>();
    allowed.forEach(
        (topic, operations) -> {
          if (reads(topic) && !operations.contains(AclOperation.READ)) {
            missing.add("Read on " + namespace.topic(topic));
          }
          if (writes(topic) && !operations.contains(AclOperation.WRITE)) {
            missing.add("Write on " + namespace.topic(topic));
          }
        });
    return missing;
  }

  /** A schema that is not in the release's history is looked for, by whoever reads records. */
  private boolean reads(Topic topic) {
    return read.contains(topic) || (topic == Topic.SCHEMAS && !read.isEmpty());
  }

  private boolean writes(Topic topic) {
    return written.contains(topic) || (topic == Topic.SCHEMAS && !written.isEmpty());
  }

  /** What the principal must be allowed. */
  public List<AclBinding> of(Namespace namespace, String principal) {
    var grant = new Grant(namespace, principal);
    for (Topic topic : Topic.values()) {
      if (reads(topic)) {
        grant.topic(topic, AclOperation.READ);
      }
      if (writes(topic)) {
        grant.topic(topic, AclOperation.WRITE);
      }
    }
    if (makesTopics()) {
      grant.settings();
    }
    others(grant);
    return grant.bindings;
  }

  /** These look at start whether all topics are there and set as they must be. */
  private boolean makesTopics() {
    return this == JOBS || this == CONTROLLER || this == FLEET || this == SINKS;
  }

  /** What a part needs besides topics. */
  void others(Grant grant) {}

  /** Gathers what one principal is allowed. */
  static final class Grant {
    private final Namespace namespace;
    private final String principal;
    private final List<AclBinding> bindings = new ArrayList<>();

    private Grant(Namespace namespace, String principal) {
      this.namespace = namespace;
      this.principal = principal;
    }

    private void topic(Topic topic, AclOperation operation) {
      add(ResourceType.TOPIC, namespace.topic(topic), PatternType.LITERAL, operation);
    }

    private void settings() {
      for (Topic topic : Topic.values()) {
        topic(topic, AclOperation.DESCRIBE);
        topic(topic, AclOperation.DESCRIBE_CONFIGS);
      }
    }

    private void group(String part, AclOperation operation) {
      if (part.isEmpty()) {
        add(ResourceType.GROUP, namespace.prefix() + ".", PatternType.PREFIXED, operation);
      } else {
        add(ResourceType.GROUP, namespace.group(part), PatternType.LITERAL, operation);
      }
    }

    /** Groups whose names begin so. */
    private void groups(String beginning, AclOperation operation) {
      add(
          ResourceType.GROUP,
          namespace.prefix() + "." + beginning,
          PatternType.PREFIXED,
          operation);
    }

    private void transactions(String part) {
      String prefix = namespace.transactionalIdPrefix(part);
      add(ResourceType.TRANSACTIONAL_ID, prefix, PatternType.PREFIXED, AclOperation.WRITE);
    }

    /** Its group, and topics that only it has: it makes, fills, reads and trims them. */
    private void streams(String part) {
      group(part, AclOperation.READ);
      ownTopics(namespace.group(part) + "-");
    }

    /** Topics, groups and transactions of every run; none of the live pipeline's. */
    private void replays() {
      ownTopics(Namespace.REPLAY);
      add(ResourceType.GROUP, Namespace.REPLAY, PatternType.PREFIXED, AclOperation.READ);
      add(
          ResourceType.TRANSACTIONAL_ID,
          Namespace.REPLAY,
          PatternType.PREFIXED,
          AclOperation.WRITE);
    }

    /** The topics of the command's default prefix. */
    private void copies() {
      for (AclOperation operation : List.of(AclOperation.CREATE, AclOperation.WRITE)) {
        add(ResourceType.TOPIC, namespace.prefix() + ".registry.", PatternType.PREFIXED, operation);
      }
    }

    private void ownTopics(String prefix) {
      for (AclOperation operation :
          List.of(
              AclOperation.CREATE,
              AclOperation.READ,
              AclOperation.WRITE,
              AclOperation.DELETE,
              AclOperation.DESCRIBE_CONFIGS)) {
        add(ResourceType.TOPIC, prefix, PatternType.PREFIXED, operation);
      }
    }

    private void add(ResourceType type, String name, PatternType pattern, AclOperation operation) {
      bindings.add(
          new AclBinding(
              new ResourcePattern(type, name, pattern),
              new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW)));
    }
  }
}
