package io.wattune.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.LiveThreads;
import io.wattune.store.catalogue.PointCatalogue;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class EmbeddedStoreTest {

  /** Fails where any page in a browser of this machine could drop tables. */
  @Test
  void whoDoesNotKnowThePasswordGetsNothing() throws Exception {
    try (EmbeddedStore store = EmbeddedStore.startTemporary()) {
      URI question = URI.create(store.address().url() + "/exec?query=select%201");
      HttpRequest.Builder request =
          HttpRequest.newBuilder(question).header("Sec-Fetch-Site", "cross-site");

      assertThat(status(request)).isIn(401, 403);
      assertThat(status(request.header("Authorization", "Basic d2F0dHVuZTpndWVzcw==")))
          .isIn(401, 403);
      assertThat(
              status(
                  HttpRequest.newBuilder(URI.create(store.address().url() + "/write?db=wattune"))
                      .POST(HttpRequest.BodyPublishers.ofString("a b=1\n"))))
          .isIn(401, 403);
      assertThat(new SqlClient(store.address()).run("select 1")).hasSize(1);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store.passwordFile())))
          .isEqualTo("rw-------");
    }
  }

  private static int status(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void answersOnTheLoopbackInterfaceOnlyAndLeavesNothingBehind() throws Exception {
    Set<Thread> before = LiveThreads.ofUser();
    Path folder;
    int port;
    try (EmbeddedStore store = EmbeddedStore.startTemporary()) {
      folder = store.folder();
      port = store.port();
      assertThat(new SqlClient(store.address()).run("select 1 + 1").get(0).get(0).asInt())
          .isEqualTo(2);
      HttpResponse<String> page =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(store.webPage())
                      .header("Authorization", store.address().authorization())
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(200);
      InetAddress own = InetAddress.getLocalHost();
      if (!own.isLoopbackAddress()) {
        assertThatThrownBy(() -> new Socket(own, store.port()).close())
            .isInstanceOf(java.io.IOException.class);
      }
    }
    assertThat(folder).doesNotExist();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(java.io.IOException.class);
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(LiveThreads.ofUser()).as("threads that outlive it").isSubsetOf(before));
  }

  @Test
  void keepsItsDataInAGivenFolder(@TempDir Path folder) throws Exception {
    try (EmbeddedStore store = EmbeddedStore.start(folder, 0)) {
      new QuestDbTables(new SqlClient(store.address())).create();
    }
    try (EmbeddedStore store = EmbeddedStore.start(folder, 0)) {
      assertThat(new SqlClient(store.address()).run("select count() from power")).isNotEmpty();
    }
  }

  @Test
  void turnsReplacingOnInATableThatSomebodyElseMade() throws Exception {
    try (EmbeddedStore store = EmbeddedStore.startTemporary()) {
      SqlClient sql = new SqlClient(store.address());
      sql.run(
          "create table power (timestamp timestamp, device symbol)"
              + " timestamp(timestamp) partition by day wal");

      new QuestDbTables(sql).create();
      new QuestDbTables(sql).create();

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(sql.run("select dedup from tables()"))
                      .hasSameSizeAs(PointCatalogue.all())
                      .allMatch(row -> row.get(0).asBoolean()));
    }
  }

  /** Fails where a question names a column that an earlier release did not make. */
  @Test
  void aTableOfAnEarlierReleaseGetsTheColumnsThatItLacks(@TempDir Path folder) throws Exception {
    try (EmbeddedStore store = EmbeddedStore.start(folder, 0)) {
      SqlClient sql = new SqlClient(store.address());
      new QuestDbTables(sql).create();
      sql.run("alter table energy drop column user_name");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> sql.run(columns("energy")).stream().noneMatch(EmbeddedStoreTest::isUser));

      new QuestDbTables(sql).create();

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> sql.run(columns("energy")).stream().anyMatch(EmbeddedStoreTest::isUser));
    }
  }

  private static String columns(String table) {
    return "select \"column\" from table_columns('" + table + "')";
  }

  private static boolean isUser(com.fasterxml.jackson.databind.JsonNode row) {
    return row.get(0).asText().equals("user_name");
  }

  @Test
  void dropsWholeDaysThatAreOlderThanItKeeps(@TempDir Path folder) throws Exception {
    try (EmbeddedStore store = EmbeddedStore.start(folder, 0, Duration.ofDays(7))) {
      SqlClient sql = new SqlClient(store.address());
      insertPower(sql, -20);
      insertPower(sql, -9);
      insertPower(sql, -6);
      await() // A table takes such an order up by itself, a moment later.
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(sql.run("select ttlValue from tables()"))
                      .hasSameSizeAs(PointCatalogue.all())
                      .allMatch(row -> row.get(0).asInt() > 0));

      insertPower(sql, 0);

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(daysOfPower(sql)).containsExactly(6, 0));
    }
    try (EmbeddedStore store = EmbeddedStore.start(folder, 0, Duration.ofDays(2))) {
      SqlClient sql = new SqlClient(store.address());
      insertPower(sql, 0);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(daysOfPower(sql)).containsExactly(0));
    }
  }

  private static void insertPower(SqlClient sql, int days) throws Exception {
    sql.run(
        "insert into power (timestamp, device) values (dateadd('d', " + days + ", now()), 'n/d')");
  }

  /** How many days ago each point is. */
  private static List<Integer> daysOfPower(SqlClient sql) throws Exception {
    return sql
        .run("select distinct datediff('d', timestamp, now()) d from power order by d desc")
        .stream()
        .map(row -> row.get(0).asInt())
        .toList();
  }

  @Test
  void printsNothing() {
    PrintStream before = System.out;
    PrintStream errorsBefore = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(System.out);
    try {
      EmbeddedStore.startTemporary().close();
      System.out.println("others may");
    } finally {
      System.setOut(before);
      System.setErr(errorsBefore);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("others may");
  }

  @Test
  void saysSoWhenTheGivenPortIsTaken(@TempDir Path folder) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> EmbeddedStore.start(folder, taken.getLocalPort()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("port " + taken.getLocalPort());
    }
  }
}
