package io.wattune.collectors.local;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a line asks for. */
enum RequestType {
  /** An activity starts. */
  START("start"),
  /** It ends. */
  END("end"),
  /** It started and ended: both in one line. */
  ACTIVITY("activity"),
  /** Work of an activity that is open. */
  WORK("work"),
  /** Which devices the agent has. */
  DEVICES("devices");

  private final String label;

  RequestType(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  static @Nullable RequestType of(String label) {
    return Arrays.stream(values()).filter(ask -> ask.label.equals(label)).findFirst().orElse(null);
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(RequestType::label).toList();
  }
}
