package io.wattune.streams.sensitivity;

import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.Serializable;
import java.util.List;

/** Full names of the topics that the job reads and writes. */
record SensitivityTopics(String counters, String devices, String sensitivities, String rejects)
    implements Serializable {

  /** Topics whose records the job writes. */
  static final List<Topic> WRITTEN = List.of(Topic.SENSITIVITIES, Topic.REJECTS);

  static SensitivityTopics in(Namespace namespace) {
    return new SensitivityTopics(
        namespace.topic(Topic.COUNTERS),
        namespace.topic(Topic.DEVICES),
        namespace.topic(Topic.SENSITIVITIES),
        namespace.topic(Topic.REJECTS));
  }
}
