package io.wattune.schemas.topics;

import java.io.Serializable;
import java.util.regex.Pattern;

/**
 * What keeps the live pipeline and each replay apart on one broker: the prefix of topics, consumer
 * groups, application ids and transactional ids.
 *
 * @param prefix {@code wattune}, or {@code wattune.replay.<run>}
 */
public record Namespace(String prefix) implements Serializable {

  private static final String LIVE = "wattune";

  /** What the names of all replays' topics, groups and transactions begin with. */
  public static final String REPLAY = LIVE + ".replay.";

  /** Kafka allows topic names of 249 characters; the longest topic's label needs some of them. */
  private static final int LONGEST = 200;

  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]+");

  public Namespace {
    if (!prefix.equals(LIVE)) {
      if (!prefix.startsWith(REPLAY)) {
        throw new IllegalArgumentException(
            "a namespace must be '%s' or start with '%s', was '%s'"
                .formatted(LIVE, REPLAY, prefix));
      }
      legal("run", prefix.substring(REPLAY.length()));
      if (prefix.length() > LONGEST) {
        throw new IllegalArgumentException(
            "a namespace may have " + LONGEST + " characters, has " + prefix.length());
      }
    }
  }

  /** The namespace of the live pipeline. */
  public static Namespace live() {
    return new Namespace(LIVE);
  }

  /**
   * The namespace of one replay, whose topics go when the run ends.
   *
   * @param run name of the run: letters, digits, dots, underscores and dashes
   */
  public static Namespace replay(String run) {
    return new Namespace(REPLAY + run);
  }

  /** Whether this is a replay's. */
  public boolean isReplay() {
    return !prefix.equals(LIVE);
  }

  /** Full name of a topic. */
  public String topic(Topic topic) {
    return prefix + "." + topic.label();
  }

  /** Consumer group or application id of one part, for example {@code ledger}. */
  public String group(String part) {
    return prefix + "." + legal("part", part);
  }

  /** Prefix of the transactional ids of one part; never the beginning of another part's. */
  public String transactionalIdPrefix(String part) {
    return prefix + ".tx." + legal("part", part) + ".";
  }

  private static String legal(String what, String name) {
    if (!LEGAL.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s must be one or more letters, digits, dots, underscores or dashes, was '%s'"
              .formatted(what, name));
    }
    return name;
  }
}
