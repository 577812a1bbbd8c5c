package io.wattune.streams.ledger;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.Serializable;
import java.util.List;

/** Full names of the topics that the job reads and writes. */
record LedgerTopics(
    String readings,
    String activity,
    String energy,
    String power,
    String smoothed,
    String profiles,
    String rejects)
    implements Serializable {

  /** Topics whose records the job writes. */
  static final List<Topic> WRITTEN =
      List.of(Topic.ENERGY, Topic.POWER, Topic.SMOOTHED, Topic.PROFILES, Topic.REJECTS);

  static LedgerTopics in(Namespace namespace) {
    return new LedgerTopics(
        namespace.topic(Topic.READINGS),
        namespace.topic(Topic.ACTIVITY),
        namespace.topic(Topic.ENERGY),
        namespace.topic(Topic.POWER),
        namespace.topic(Topic.SMOOTHED),
        namespace.topic(Topic.PROFILES),
        namespace.topic(Topic.REJECTS));
  }
}
