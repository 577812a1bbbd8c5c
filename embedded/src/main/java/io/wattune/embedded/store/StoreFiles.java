package io.wattune.embedded.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The files from which the embedded store takes its settings. */
final class StoreFiles {
  private static final String PASSWORD = "http.password=";

  private StoreFiles() {}

  /** Writes the settings into the store's folder. */
  static void write(Path folder, int port, String user, String password) throws IOException {
    Path settings = Files.createDirectories(folder.resolve("conf"));
    Path server = settings.resolve("server.conf");
    Files.deleteIfExists(server);
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          server,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(server, server(port, user, password));
    // Without a writer of its own QuestDB's log would go to standard output, which is for results.
    Files.writeString(settings.resolve("log.conf"), "writers=\n");
    // QuestDB reads this property when its log begins, and knows no other way to name the file.
    System.setProperty("out", settings.resolve("log.conf").toString());
  }

  /**
   * The password that an earlier run has written: who writes to the store goes on when it starts
   * again. Empty where there is none.
   */
  static Optional<String> password(Path folder) throws IOException {
    Path server = folder.resolve("conf").resolve("server.conf");
    if (!Files.isRegularFile(server)) {
      return Optional.empty();
    }
    return Files.readAllLines(server).stream()
        .filter(line -> line.startsWith(PASSWORD))
        .map(line -> line.substring(PASSWORD.length()))
        .filter(password -> !password.isBlank())
        .findFirst();
  }

  private static String server(int port, String user, String password) {
    return String.join(
        "\n",
        "http.net.bind.to=127.0.0.1:" + port,
        // Without one every user of this machine, and any page in a browser here, could drop
        // tables.
        "http.user=" + user,
        PASSWORD + password,
        "http.min.enabled=false",
        "pg.enabled=false",
        "line.tcp.enabled=false",
        "line.udp.enabled=false",
        "telemetry.enabled=false",
        // It shares the machine with everything else: one thread for each kind of work.
        "shared.network.worker.count=1",
        "shared.query.worker.count=1",
        "shared.write.worker.count=1",
        "wal.apply.worker.count=1",
        "view.compiler.worker.count=1",
        // What has nothing to do sleeps soon; by default it looks thousands of times first, which
        // took
        // a tenth of a core of an idle store.
        "shared.worker.yield.threshold=10",
        "shared.worker.nap.threshold=20",
        "shared.worker.sleep.threshold=40",
        "wal.apply.worker.yield.threshold=10",
        "wal.apply.worker.nap.threshold=20",
        "wal.apply.worker.sleep.threshold=40",
        "cairo.mat.view.enabled=false",
        "");
  }
}
