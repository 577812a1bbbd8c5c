package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.point.PointLines;
import io.wattune.sinks.point.PointMaker;
import io.wattune.sinks.point.PointMakers;
import io.wattune.sinks.point.Records;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A genuine PostgreSQL, Debian's ({@code apt install postgresql}), takes every point once. Skipped
 * where {@code initdb} is neither on the PATH nor where Debian has it.
 */
class PostgresTest {
  private static final String DEVICE = "n1/GPU-1, a=b";
  private static Path folder;
  private static Process process;
  private static int port;
  private static PostgresStore store;

  private final Map<Topic, PointMaker> makers = PointMakers.of(BundledSchemas.get());

  /** Folders that may have the server's programs. */
  private static Optional<Path> programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(Path::of)
        .forEach(folders::add);
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.map(version -> version.resolve("bin")).forEach(folders::add);
      }
    }
    return folders.stream()
        .filter(each -> Files.isExecutable(each.resolve("initdb")))
        .filter(each -> Files.isExecutable(each.resolve("postgres")))
        .findFirst();
  }

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> programs = programs();
    assumeThat(programs).as("there is no PostgreSQL: apt install postgresql").isPresent();
    Path bin = programs.orElseThrow();
    folder = Files.createTempDirectory("wattune-postgres-");
    boolean isRoot = System.getProperty("user.name").equals("root");
    if (isRoot) { // The server refuses to run as root.
      assertThat(run("chown", "postgres", folder.toString())).isZero();
    }
    String data = folder.resolve("data").toString();
    assertThat(
            run(
                as(
                    isRoot,
                    bin.resolve("initdb").toString(),
                    "-D",
                    data,
                    "-U",
                    "wattune",
                    "-A",
                    "trust")))
        .isZero();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    process =
        new ProcessBuilder(
                as(
                    isRoot,
                    bin.resolve("postgres").toString(),
                    "-D",
                    data,
                    "-p",
                    Integer.toString(port),
                    "-k",
                    folder.toString(),
                    "-c",
                    "listen_addresses=127.0.0.1"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(
            () -> {
              try (Connection first = connect("postgres");
                  Statement statement = first.createStatement()) {
                return !statement.execute("create database energy");
              }
            });
    store = new PostgresStore(address("energy", "wattune:any"));
    store.prepare();
  }

  @AfterAll
  static void stop() throws Exception {
    if (store != null) {
      store.close();
    }
    if (process != null) {
      process.destroy();
      process.waitFor(20, TimeUnit.SECONDS);
    }
    if (folder != null) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static String[] as(boolean isRoot, String... words) {
    List<String> all =
        new ArrayList<>(isRoot ? List.of("runuser", "-u", "postgres", "--") : List.of());
    all.addAll(List.of(words));
    return all.toArray(String[]::new);
  }

  private static int run(String... words) throws Exception {
    Process started =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .directory(new File("/"))
            .start();
    assertThat(started.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return started.exitValue();
  }

  private static StoreAddress address(String database, String token) {
    URI url = URI.create("postgresql://127.0.0.1:" + port);
    return new StoreAddress(url, StoreKind.POSTGRESQL, "o", database, token);
  }

  private static Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + database, "wattune", "");
  }

  private static String ask(String query) throws SQLException {
    try (Connection connection = connect("energy");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private void write(Topic topic, byte[]... records) throws Exception {
    PointLines lines = new PointLines();
    for (byte[] record : records) {
      makers.get(topic).make(DEVICE, record, lines);
    }
    store.write(lines.text(0, lines.count()));
  }

  @Test
  void everyPointIsKeptOnceInItsNewestRevisionHoweverOftenItIsWritten() throws Exception {
    for (int time = 0; time < 2; time++) {
      store.prepare();
      write(Topic.POWER, Records.power(DEVICE, 0, Records.START_NANOS, 500, 9));
      write(
          Topic.ENERGY,
          Records.windowToChange(DEVICE, 0, 1, 5),
          Records.window(DEVICE, 1, 1, 6),
          Records.kernel(DEVICE, "a", "gemm \"x\" \\", Records.START_NANOS, 7),
          Records.kernel(DEVICE, "b", "gemm", Records.START_NANOS, 8));
      write(Topic.FLEET, Records.fleet(3));
      write(
          Topic.DECISIONS,
          Records.decision(DEVICE, 3),
          Records.decision(DEVICE, 4),
          Records.claim());
      write(Topic.ACTUATIONS, Records.actuation(DEVICE));
    }
    // A sink that begins again reads old revisions first: no sum is wrong in the meantime.
    write(Topic.ENERGY, Records.windowToChange(DEVICE, 0, 1, 5));

    assertThat(ask("select count(*) from power where device = '" + DEVICE + "'")).isEqualTo("500");
    assertThat(ask("select count(*) from energy")).isEqualTo("3");
    assertThat(ask("select count(*) from fleet")).isEqualTo("1");
    assertThat(ask("select count(*) from decisions")).isEqualTo("3");
    assertThat(ask("select count(*) from actuations")).isEqualTo("1");
    assertThat(ask("select count(*) from controls")).isEqualTo("2");
    assertThat(ask("select revision from energy where book = 'window1s'")).isEqualTo("1");
    assertThat(ask("select is_final from energy where book = 'window1s'")).isEqualTo("t");
    assertThat(ask("select round(sum(energy_joules) * 1e6) from energy where user_name = 'a\"b'"))
        .isEqualTo("15");
    assertThat(ask("select distinct device from energy")).isEqualTo(DEVICE);
    assertThat(ask("select activity_name from energy where activity_id = 'a'"))
        .isEqualTo("gemm \"x\" \\");
    assertThat(
            ask(
                "select extract(epoch from min(time)) * 1000000 = "
                    + Records.START_NANOS / 1000
                    + " from energy where book = 'kernel'"))
        .isEqualTo("t");
  }

  @Test
  void aPointThatTheTableCannotHoldIsRefusedAndTheNextIsTaken() throws Exception {
    String zero = "energy,device=refused,book=span,signal=s entry_id=\"a\u0000b\" 1\n";
    assertThatThrownBy(() -> store.write(zero))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("22021");
    store.write("power,device=next,signal=s revision=1i,raw_power_watts=1.5 1000\n");
    assertThat(ask("select raw_power_watts from power where device = 'next'")).isEqualTo("1.5");
  }

  @Test
  void whatIsNotThereIsSaidWithWhatWasTriedAndWhatAnswered() throws Exception {
    try (var other = new PostgresStore(address("nowhere", "wattune:any"))) {
      assertThatThrownBy(other::prepare)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("3D000")
          .hasMessageContaining("the database 'nowhere' of --bucket must exist");
    }
    try (var other = new PostgresStore(address("energy", "nobody:any"))) {
      assertThatThrownBy(other::prepare)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("nobody")
          .hasMessageContaining("check USER:PASSWORD");
    }
  }

  /** The server goes away and comes back: the next write makes its own connection. */
  @Test
  void aBrokenConnectionIsMadeAnew() throws Exception {
    store.write("power,device=before,signal=s revision=1i 1000\n");
    store.cancel();
    store.prepare();
    store.write("power,device=after,signal=s revision=1i 1000\n");
    assertThat(ask("select count(*) from power where device in ('before', 'after')"))
        .isEqualTo("2");
  }
}
