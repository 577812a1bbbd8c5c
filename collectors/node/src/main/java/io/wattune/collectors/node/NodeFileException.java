package io.wattune.collectors.node;

import java.nio.file.Path;
import java.util.List;

/** A node's file cannot be used: every problem in it, each with what to do. */
public final class NodeFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  NodeFileException(Path file, List<String> problems) {
    super(
        file
            + (problems.size() == 1 ? ": " : " has " + problems.size() + " problems: ")
            + String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Each problem by itself. */
  public List<String> problems() {
    return problems;
  }
}
