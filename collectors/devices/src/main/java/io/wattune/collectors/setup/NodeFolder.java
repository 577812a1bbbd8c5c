package io.wattune.collectors.setup;

import java.nio.file.Path;

/**
 * The folder that the agent, the writer and the guardian of a node share: all that they share.
 *
 * @param path the folder
 */
public record NodeFolder(Path path) {

  /** Own settings of every control that may be written, from before the first write. */
  public Path journal() {
    return path.resolve("journal");
  }

  /** The same once more, in case one is damaged. */
  public Path journalCopy() {
    return path.resolve("journal.copy");
  }

  /** The highest epoch that the writer has obeyed, from before it did. */
  public Path fence() {
    return path.resolve("fence");
  }

  /** The holds on the node, until each is released. */
  public Path holds() {
    return path.resolve("holds");
  }

  /** What kernels of servers need, for their runtimes. */
  public Path rightSizes() {
    return path.resolve("right-sizes");
  }

  /** What time it was at least, by decisions that were believed. */
  public Path newest() {
    return path.resolve("newest");
  }

  /** Held by the one process that may write settings. */
  public Path writerLock() {
    return path.resolve("writer.lock");
  }

  /** What whoever reads decisions keeps, where that is a process without the setter's rights. */
  public NodeFolder ofDecisions() {
    return new NodeFolder(path.resolve("decisions"));
  }

  /** What a guardian without privileges writes. */
  public NodeFolder ofGuardian() {
    return new NodeFolder(path.resolve("guardian"));
  }

  /**
   * Written by a guardian that may start nothing itself: the setter and the restorer stand still.
   */
  public Path restartWanted() {
    return path.resolve("restart-wanted");
  }

  /** What the restorer says of itself, for a guardian without privileges. */
  public Path restorerReport() {
    return path.resolve("restorer.report");
  }

  /** The socket of the process that sets, where that is one of its own. */
  public Path setterSocket() {
    return path.resolve("setter.sock");
  }

  /** Held by the guardian. */
  public Path guardianLock() {
    return path.resolve("guardian.lock");
  }

  /** The writer's heartbeat, and what is left of its leases. */
  public Path lease() {
    return path.resolve("lease");
  }

  /** The guardian's heartbeat. */
  public Path guardianBeat() {
    return path.resolve("guardian.beat");
  }

  /** What the writer says of itself, for the agent to show. */
  public Path writerStatus() {
    return path.resolve("writer.status");
  }

  /** What the guardian says of itself, for the agent to show. */
  public Path guardianStatus() {
    return path.resolve("guardian.status");
  }

  /** Where the agent says which kernel runs on each device; its folder is the agent's own. */
  public Path running() {
    return agent().resolve("running");
  }

  /** Which processes the devices list, and since when, for the agent's own next life. */
  public Path processes() {
    return agent().resolve("processes");
  }

  /** Which activities of programs are open, for the agent's own next life. */
  public Path openActivities() {
    return agent().resolve("open-activities");
  }

  /** Folder of what the agent writes for the writer and for its own next life. */
  public Path agent() {
    return path.resolve("agent");
  }

  /** Folder of what waits for the broker. */
  public Path spool() {
    return path.resolve("spool");
  }

  /** The socket at which the agent takes activities, where the node's file names no other. */
  public Path activitySocket() {
    return path.resolve("activities.sock");
  }
}
