package io.wattune.collectors.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the files of several nodes, all before anything is started. */
public final class NodeFiles {

  private NodeFiles() {}

  /** The nodes of these files, in their order; their names and folders differ. */
  public static List<NodeConfig> read(List<Path> files) throws NodeFileException {
    List<NodeConfig> nodes = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Map<String, Path> byName = new HashMap<>();
    Map<Path, Path> byFolder = new HashMap<>();
    for (Path file : files) {
      try {
        NodeConfig node = NodeFile.read(file);
        nodes.add(node);
        same(byName.put(node.node(), file), file, "the same node", problems);
        same(byFolder.put(node.folder().path(), file), file, "the same stateFolder", problems);
      } catch (NodeFileException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new NodeFileException(problems);
    }
    return nodes;
  }

  private static void same(@Nullable Path other, Path file, String what, List<String> problems) {
    if (other != null) {
      problems.add(other + " and " + file + " have " + what + "; each node needs its own");
    }
  }
}
