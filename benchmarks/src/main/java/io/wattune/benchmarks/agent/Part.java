package io.wattune.benchmarks.agent;

import java.util.Arrays;

/** A part of an agent's process, by how the names of its threads begin. */
enum Part {
  READERS("readers", "reader"),
  WATCH("watch", "device-"),
  PUBLISHER("publisher", "publish"),
  KAFKA("Kafka", "kafka-"),
  /** Meters for {@code /metrics} what the readers read. */
  METER("meter", "power-m"),
  /** Compiler, collector, timers of the JVM, and whatever has no name above. */
  JVM("JVM", "");

  /** Of threads that are our own; the kernel keeps fifteen letters of a name, so seven more. */
  private static final String OWN = "wattune-";

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
    String name = thread.startsWith(OWN) ? thread.substring(OWN.length()) : thread;
    return Arrays.stream(values())
        .filter(part -> name.startsWith(part.prefix))
        .findFirst()
        .orElse(JVM);
  }
}
