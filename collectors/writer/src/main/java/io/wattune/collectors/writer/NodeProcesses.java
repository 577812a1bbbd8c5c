package io.wattune.collectors.writer;

import io.wattune.collectors.setup.NodeFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Which processes work on a node, by what its locks' files say. Takes no lock itself. */
public final class NodeProcesses {

  /**
   * One of them.
   *
   * @param role what it is, for example {@code writer}
   * @param pid process id
   */
  public record RoleProcess(String role, long pid) {}

  private NodeProcesses() {}

  /** Who may write settings now. */
  public static Optional<RoleProcess> writer(NodeFolder folder) throws IOException {
    return of(folder.writerLock());
  }

  /** Who watches the writer. */
  public static Optional<RoleProcess> guardian(NodeFolder folder) throws IOException {
    return of(folder.guardianLock());
  }

  private static Optional<RoleProcess> of(Path lock) throws IOException {
    if (!Files.isRegularFile(lock)) {
      return Optional.empty();
    }
    String text = Files.readString(lock, StandardCharsets.UTF_8);
    return NodeLock.ownerIn(text)
        .filter(owner -> owner.process().isAlive())
        .map(owner -> new RoleProcess(owner.role(), owner.process().pid()));
  }
}
