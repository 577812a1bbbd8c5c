package io.wattune.core.serving;

import java.util.stream.Stream;

/** How a server's settings are chosen. */
public enum ServerState {
  /** Nothing is chosen: own settings, since it is not known yet, or there is no table for it. */
  WAITING("waiting", "serving"),
  /** By its rate of requests. */
  FOLLOWED("followed", "serving"),
  /** Too many requests were late: own settings. */
  MISSED("missed", "slo-missed"),
  /** Nothing is heard of it: own settings. */
  SILENT("silent", "serving-silent"),
  /** What it says of itself cannot be: own settings. */
  DOUBTED("doubted", "serving-doubted");

  private final String word;
  private final String reason;

  ServerState(String word, String reason) {
    this.word = word;
    this.reason = reason;
  }

  /** As metrics have it. */
  public String word() {
    return word;
  }

  /** As decisions have it. */
  public String reason() {
    return reason;
  }

  /** Whether a decision with this reason is one that a person should know of. */
  public static boolean isAlarm(String reason) {
    return Stream.of(values()).anyMatch(each -> each.isAlarm() && each.reason.equals(reason));
  }

  /** Whether a person should know of it. */
  public boolean isAlarm() {
    return this == MISSED || this == SILENT || this == DOUBTED;
  }
}
