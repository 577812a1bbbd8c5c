package io.wattune.collectors.node;

import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.List;

/** A node's file cannot be used: every problem in it, each with what to do. */
public final class NodeFileException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  NodeFileException(Path file, List<String> problems) {
    super(
        true,
        file
            + (problems.size() == 1 ? ": " : " has " + problems.size() + " problems: ")
            + String.join("; ", problems),
        null);
    this.problems = List.copyOf(problems);
  }

  /** Problems of several files, each with its file's name. */
  NodeFileException(List<String> problems) {
    super(true, String.join("; ", problems), null);
    this.problems = List.copyOf(problems);
  }

  /** Each problem by itself. */
  public List<String> problems() {
    return problems;
  }
}
