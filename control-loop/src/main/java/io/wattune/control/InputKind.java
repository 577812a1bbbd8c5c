package io.wattune.control;

import io.wattune.schemas.topics.Topic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an input of the controller is, by the topic that it comes from. */
enum InputKind {
  POWER(1, Topic.POWER),
  COUNTERS(2, Topic.COUNTERS),
  SENSITIVITY(3, Topic.SENSITIVITIES),
  DESCRIPTOR(4, Topic.DEVICES),
  ACTUATION(5, Topic.ACTUATIONS),
  SERVING(6, Topic.SERVING);

  private static final List<InputKind> ALL = List.of(values());

  /** What is news is read from its end at first, what is state from its beginning. */
  static final List<Topic> NEWS =
      ALL.stream().map(InputKind::topic).filter(topic -> topic != Topic.DEVICES).toList();

  private final byte code;
  private final Topic topic;

  InputKind(int code, Topic topic) {
    this.code = (byte) code;
    this.topic = topic;
  }

  /** Its number in an envelope; numbers are never used again for something else. */
  byte code() {
    return code;
  }

  /** Where it comes from. */
  Topic topic() {
    return topic;
  }

  /** The kind with a number; null for none. */
  static @Nullable InputKind ofCode(byte code) {
    return ALL.stream().filter(kind -> kind.code == code).findFirst().orElse(null);
  }
}
