package io.wattune.collectors.running;

import java.util.Locale;

/** Why the writer does not believe what a node's folder says of what runs. */
public enum RunningRefusal {
  /** It is a link, a folder, a pipe or something else that is no plain file. */
  NO_PLAIN_FILE,
  /** It belongs neither to the owner of its folder, nor to root, nor to the writer's user. */
  OWNER,
  /** Others than its owner may write it, or its folder. */
  MODE,
  /** It is longer than any agent writes it. */
  TOO_LONG,
  /** It has another layout: the agent is of another version. */
  VERSION,
  /** Its marks, lengths, texts or check sum are not right. */
  GARBLED,
  /** The agent's beat has stopped: it is gone, or hangs. */
  STALE,
  /** The system does not let the writer read it. */
  UNREADABLE;

  /** As metrics and pages name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
