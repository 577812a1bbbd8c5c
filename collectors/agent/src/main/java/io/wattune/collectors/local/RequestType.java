package io.wattune.collectors.local;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a line asks for. */
enum RequestType {
  START("start", "An activity starts. Answered at once."),
  END("end", "It ends. Answered when its energy has settled, or at once where asked so."),
  ACTIVITY("activity", "It started and ended: both in one line. Answered as an end."),
  WORK(
      "work",
      "Work of an activity that is open, since its start or the report before. Answered at once."),
  DEVICES("devices", "Which devices the agent has. Answered at once.");

  private final String label;
  private final String meaning;

  RequestType(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  String label() {
    return label;
  }

  String meaning() {
    return meaning;
  }

  static @Nullable RequestType of(String label) {
    return Arrays.stream(values()).filter(ask -> ask.label.equals(label)).findFirst().orElse(null);
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(RequestType::label).toList();
  }
}
