package io.wattune.streams.component;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.Serializable;
import java.util.List;

/** Full names of the topics that the job reads and writes. */
record ComponentTopics(
    String power, String counters, String componentPower, String heat, String rejects)
    implements Serializable {

  /** Topics whose records the job writes. */
  static final List<Topic> WRITTEN = List.of(Topic.COMPONENT_POWER, Topic.HEAT, Topic.REJECTS);

  static ComponentTopics in(Namespace namespace) {
    return new ComponentTopics(
        namespace.topic(Topic.POWER),
        namespace.topic(Topic.COUNTERS),
        namespace.topic(Topic.COMPONENT_POWER),
        namespace.topic(Topic.HEAT),
        namespace.topic(Topic.REJECTS));
  }
}
