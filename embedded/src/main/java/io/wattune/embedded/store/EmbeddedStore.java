package io.wattune.embedded.store;

import io.questdb.Bootstrap;
import io.questdb.ServerMain;
import io.wattune.embedded.broker.FreePorts;
import io.wattune.embedded.folder.Folders;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import io.wattune.store.questdb.SqlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A QuestDB inside this process, reachable over the loopback interface only, with a password of
 * this run: it takes InfluxDB's line protocol, answers SQL over HTTP, and has a web page. Start-up
 * takes about two seconds. Closing waits until it has stopped, and deletes its folder when it was a
 * temporary one. Thread safe.
 */
public final class EmbeddedStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStore.class);

  private static final String USER = "wattune";
  private static final int PASSWORD_BYTES = 24;

  private final ServerMain server;
  private final Path folder;
  private final boolean isTemporary;
  private final int port;
  private final String password;
  private boolean isClosed;

  private EmbeddedStore(
      ServerMain server, Path folder, boolean isTemporary, int port, String password) {
    this.password = password;
    this.server = server;
    this.folder = folder;
    this.isTemporary = isTemporary;
    this.port = port;
  }

  /** Starts a store on a free port, with a temporary folder that goes when it is closed. */
  public static EmbeddedStore startTemporary() {
    try {
      return start(Files.createTempDirectory("wattune-store-"), true, 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder for the store", e);
    }
  }

  /**
   * Starts a store that keeps its data in {@code folder}, which is made when it is absent and used
   * again when a store of an earlier run wrote it.
   *
   * @param port the port to listen on, or 0 for any free one
   */
  public static EmbeddedStore start(Path folder, int port) {
    try {
      Files.createDirectories(folder);
      return start(folder, false, port);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + folder + " as the store's folder", e);
    }
  }

  /**
   * Starts a store as {@link #start(Path, int)} does, with the tables of the catalogue in it, from
   * which everything goes that is older than {@code keep}.
   *
   * @param keep whole days, by the newest point of each table
   */
  public static EmbeddedStore start(Path folder, int port, Duration keep) {
    EmbeddedStore store = start(folder, port);
    try {
      var tables = new QuestDbTables(new SqlClient(store.address()));
      tables.create();
      tables.keep(keep);
      return store;
    } catch (IOException | SqlException | RuntimeException e) {
      store.close();
      throw new IllegalStateException(
          "the store in " + folder + " has no usable tables: " + FailureWords.of(e), e);
    }
  }

  private static EmbeddedStore start(Path folder, boolean isTemporary, int port)
      throws IOException {
    if (port != 0 && !FreePorts.isFree(port)) {
      throw new IllegalStateException(
          "port " + port + " is taken; stop what listens there, or give the store another port");
    }
    String password = StoreFiles.password(folder).orElseGet(EmbeddedStore::password);
    StoreFiles.write(folder, port, USER, password);
    ServerMain server = null;
    try {
      server =
          NoticeFilter.call(
              () ->
                  new ServerMain(
                      "-d",
                      folder.toString(),
                      Bootstrap.SWITCH_USE_DEFAULT_LOG_FACTORY_CONFIGURATION));
      server.start(false); // Without a hook of its own: whoever started the store closes it.
      int listens = server.getHttpServerPort();
      LOG.debug("the store listens on 127.0.0.1:{}, data in {}", listens, folder);
      return new EmbeddedStore(server, folder, isTemporary, listens, password);
    } catch (RuntimeException | Error e) {
      if (server != null) {
        server.close();
      }
      if (isTemporary) {
        Folders.deleteTree(folder);
      }
      throw new IllegalStateException(
          "the store did not start in " + folder + ": " + FailureWords.of(e), e);
    }
  }

  /** Where it listens, for a sink and for questions. */
  public StoreAddress address() {
    return StoreAddress.questDb(URI.create("http://127.0.0.1:" + port), USER, password);
  }

  /** One that nobody can guess; another one for each folder. */
  private static String password() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The file that holds its user and password, for its owner alone. */
  public Path passwordFile() {
    return folder.resolve("conf").resolve("server.conf");
  }

  /** Its web page. */
  public URI webPage() {
    return address().url().resolve("/index.html");
  }

  /** Where it keeps its data. */
  public Path folder() {
    return folder;
  }

  /** The port that it listens on. */
  public int port() {
    return port;
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      NoticeFilter.run(server::close);
    } catch (RuntimeException e) {
      LOG.warn("the store did not stop cleanly: {}", e.toString());
    }
    if (isTemporary) {
      Folders.deleteTemporary(folder, "the store's");
    }
  }
}
