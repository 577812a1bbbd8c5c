package io.wattune.launcher.node;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** As whom the processes of a {@link SplitNode} run, and with which rights. */
interface SplitRights {
  /** This test's own user, with all that he may. */
  SplitRights OWN = new SplitRights() {};

  /** What is put before the command of setter or restorer. */
  default List<String> privileged() {
    return List.of();
  }

  /** What is put before {@code writer --setter}. */
  default List<String> writer() {
    return List.of();
  }

  /** What is put before {@code guardian --setter}. */
  default List<String> guardian() {
    return List.of();
  }

  /** Name of the user who may come in at the setter's door. */
  default String writersUser() {
    return System.getProperty("user.name");
  }

  /** A class path that all of them can read. */
  default String readable(String classPath) {
    return classPath;
  }

  /** Makes the node's folder with the owners that it needs. */
  default void makeFolder(Path state) throws Exception {
    Files.createDirectories(state);
  }

  /**
   * Those of the units on a node without NVIDIA's GPUs, by {@code setpriv}, which needs root:
   * setter and restorer are root without any capability, the others are users of their own. All are
   * of one group, and nobody gets new privileges.
   */
  record OfUnits(Path copies) implements SplitRights {
    private static final String GROUP = "65534";
    private static final String WRITER = "65534";
    private static final String GUARDIAN = "1";

    @Override
    public List<String> privileged() {
      return as("0");
    }

    @Override
    public List<String> writer() {
      return as(WRITER);
    }

    @Override
    public List<String> guardian() {
      return as(GUARDIAN);
    }

    @Override
    public String writersUser() {
      return "nobody";
    }

    private static List<String> as(String user) {
      return List.of(
          "setpriv",
          "--reuid=" + user,
          "--regid=" + GROUP,
          "--clear-groups",
          "--bounding-set=-all",
          "--inh-caps=-all",
          "--no-new-privs",
          "sh",
          "-c",
          "umask 077; exec \"$@\"",
          "sh");
    }

    /**
     * Root's own folders are closed: where a build lies in one, nobody else can read its classes.
     */
    @Override
    public String readable(String classPath) {
      List<String> entries = new ArrayList<>();
      String[] all = classPath.split(File.pathSeparator, -1);
      try {
        for (int i = 0; i < all.length; i++) {
          Path copy = copies.resolve(all.length + "-" + i + "-" + Path.of(all[i]).getFileName());
          if (!Files.exists(copy)) {
            copy(Path.of(all[i]), copy);
          }
          entries.add(copy.toString());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return String.join(File.pathSeparator, entries);
    }

    private static void copy(Path from, Path to) throws IOException {
      try (Stream<Path> files = Files.walk(from)) {
        for (Path each : (Iterable<Path>) files::iterator) {
          Path here = to.resolve(from.relativize(each).toString());
          Files.createDirectories(here.getParent());
          Files.copy(each, here);
          boolean isFolder = Files.isDirectory(here);
          Files.setPosixFilePermissions(
              here, PosixFilePermissions.fromString(isFolder ? "rwxr-xr-x" : "rw-r--r--"));
        }
      }
    }

    /** As deploy/systemd/wattune.tmpfiles.conf has it. */
    @Override
    public void makeFolder(Path state) throws Exception {
      run("chmod", "0755", state.getParent().toString());
      run("install", "-d", "-o", "0", "-g", GROUP, "-m", "0750", state.toString());
      run("install", "-d", "-o", WRITER, "-g", GROUP, "-m", "0750", state + "/decisions");
      run("install", "-d", "-o", GUARDIAN, "-g", GROUP, "-m", "0750", state + "/guardian");
    }

    private static void run(String... command) throws Exception {
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IOException(String.join(" ", command) + " ended with " + code);
      }
    }
  }
}
