package io.wattune.benchmarks.agent;

import java.util.Arrays;

/** A part of an agent's process, by how the names of its threads begin. */
enum Part {
  READERS("readers", "reader"),
  WATCH("watch", "device-"),
  PUBLISHER("publisher", "publish"),
  KAFKA("Kafka", "kafka-"),
  /** Meters for {@code /metrics} what the readers read. */
  METER("meter", "power-meter-"),
  /** Compiler, collector, timers of the JVM, and whatever has no name above. */
  JVM("JVM", "");

  private final String label;
  private final String prefix;

  Part(String label, String prefix) {
    this.label = label;
    this.prefix = prefix;
  }

  String label() {
    return label;
  }

  static Part of(String thread) {
    return Arrays.stream(values())
        .filter(part -> thread.startsWith(part.prefix))
        .findFirst()
        .orElse(JVM);
  }
}
