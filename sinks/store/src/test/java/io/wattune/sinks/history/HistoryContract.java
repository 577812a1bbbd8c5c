package io.wattune.sinks.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.avro.FleetPower;
import io.wattune.schemas.avro.FleetScope;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordEncoder;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.point.PointLines;
import io.wattune.sinks.point.PointMakers;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import io.wattune.store.history.History;
import io.wattune.store.history.HistoryException;
import io.wattune.store.history.NamedEnergy;
import io.wattune.store.history.PastActivity;
import io.wattune.store.history.PowerBucket;
import io.wattune.store.history.RawBucket;
import io.wattune.store.history.TimeRange;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What every history answers. Each test has devices of its own, and a range of its own. */
abstract class HistoryContract {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long START = 1_700_000_000L * SECOND;

  /** Sums of a few values of some hundred: the last bits of a double. */
  private static final Offset<Double> ROUNDING = within(1e-9);

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** The store, ready for points. */
  abstract StoreAddress store();

  private void write(Topic topic, byte[]... records) throws Exception {
    writeText(lines(topic, records));
  }

  private static String lines(Topic topic, byte[]... records) throws Exception {
    PointLines lines = new PointLines();
    for (byte[] record : records) {
      PointMakers.of(BundledSchemas.get()).get(topic).make(null, record, lines);
    }
    return lines.text(0, lines.count());
  }

  private void writeText(String lines) throws Exception {
    StoreAddress store = store();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    store.url()
                        + "/api/v2/write?precision=ns&org="
                        + store.organisation()
                        + "&bucket="
                        + store.bucket()))
            .POST(HttpRequest.BodyPublishers.ofString(lines));
    if (store.kind() == StoreKind.INFLUXDB) {
      request.header("Authorization", "Token " + store.token());
    } else if (store.authorization() != null) {
      request.header("Authorization", store.authorization());
    }
    HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  private static byte[] power(
      String device, int revision, long startNanos, Quality quality, int... milliwatts) {
    int n = milliwatts.length;
    long[] times = new long[n];
    int[] raw = new int[n];
    int[] errors = new int[n];
    byte[] qualities = new byte[n];
    for (int i = 0; i < n; i++) {
      times[i] = startNanos + i * 10 * MILLI;
      raw[i] = 50_000;
      errors[i] = milliwatts[i] == TruePower.NONE ? TruePower.NONE : 500;
      qualities[i] = milliwatts[i] == TruePower.NONE ? Quality.GAP.code() : quality.code();
    }
    return new PowerBlockCodec()
        .encode(
            new TruePower(
                device, "s", revision, "p", times, raw, milliwatts, errors, qualities, null, 0));
  }

  private static byte[] entry(
      Book book, String device, String id, int revision, long startNanos, long microjoules) {
    return new LedgerEntryCodec()
        .encode(
            new EntryDraft(
                    book.label() + "/" + device + "/s/" + id,
                    book,
                    device,
                    "s",
                    startNanos,
                    startNanos + SECOND)
                .revision(revision, 0, true)
                .energy(microjoules, microjoules)
                .error(5_000_000, 3_000_000)
                .seen(1, Quality.CORRECTED, "p")
                .entry());
  }

  private static List<PowerBucket> awaitPower(
      History history, String device, TimeRange range, int atMost, long samples) {
    List<PowerBucket> found = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              found.clear();
              found.addAll(history.power(device, range, atMost));
              return found.stream().mapToLong(PowerBucket::samples).sum() == samples;
            });
    return found;
  }

  @Test
  void powerIsMeanLowestAndHighestOfEachBucket() throws Exception {
    String device = "n1/it's \"x\", a=b ${1} {device}";
    write(
        Topic.POWER,
        power(device, 0, START, Quality.CORRECTED, 100_000, 200_000, 330_000),
        power(device, 0, START + 100 * MILLI, Quality.ESTIMATED, 400_000, 500_000),
        power("n1/other", 0, START, Quality.MEASURED, 1));
    TimeRange range = new TimeRange(START, START + 150 * MILLI);
    try (History history = History.of(store())) {
      List<PowerBucket> buckets = awaitPower(history, device, range, 3, 5);

      assertThat(buckets).hasSize(2);
      PowerBucket first = buckets.get(0);
      assertThat(first.startNanos()).isEqualTo(START);
      assertThat(first.samples()).isEqualTo(3);
      assertThat(first.meanWatts()).isEqualTo(210, ROUNDING);
      assertThat(first.lowestWatts()).isEqualTo(100);
      assertThat(first.highestWatts()).isEqualTo(330);
      assertThat(first.meanErrorWatts()).isEqualTo(0.5, ROUNDING);
      assertThat(first.quality()).isEqualTo(Quality.CORRECTED);
      assertThat(buckets.get(1).startNanos()).isEqualTo(START + 100 * MILLI);
      assertThat(buckets.get(1).quality()).isEqualTo(Quality.ESTIMATED);
      assertThat(history.power("n1/nobody", range, 3)).isEmpty();
      assertThat(history.power(device, new TimeRange(START + 10 * MILLI, START + 20 * MILLI), 9))
          .as("the end is exclusive")
          .singleElement()
          .satisfies(bucket -> assertThat(bucket.meanWatts()).isEqualTo(200));
    }
  }

  @Test
  void aLaterRevisionReplacesSamplesAlsoByNoPower() throws Exception {
    write(Topic.POWER, power("n2/d", 0, START, Quality.ESTIMATED, 1_000, 2_000, 3_000));
    write(Topic.POWER, power("n2/d", 1, START, Quality.CORRECTED, TruePower.NONE, 2_500, 3_500));
    TimeRange range = new TimeRange(START, START + SECOND);
    try (History history = History.of(store())) {
      assertThat(awaitPower(history, "n2/d", range, 1, 2))
          .containsExactly(new PowerBucket(START, 2, 3, 2.5, 3.5, 0.5, Quality.CORRECTED));
    }
  }

  @Test
  void energyIsSummedByDeviceAndBookWithEachEntryOnce() throws Exception {
    long from = START + 100 * SECOND;
    for (int time = 0; time < 2; time++) {
      write(
          Topic.ENERGY,
          entry(Book.WINDOW1S, "n3/a", "1", 0, from, 7_000_000),
          entry(Book.WINDOW1S, "n3/a", "1", 1, from, 100_000_001),
          entry(Book.WINDOW1S, "n3/a", "2", 0, from + SECOND, 200_000_002),
          entry(Book.KERNEL, "n3/a", "k1", 0, from, 1_000_000),
          entry(Book.KERNEL, "n3/a", "k2", 0, from, 2_000_000),
          entry(Book.JOB, "n3/b", "j", 0, from + 10 * SECOND - 1_000, 5_000_000),
          entry(Book.JOB, "n3/b", "late", 0, from + 10 * SECOND, 5_000_000));
    }
    try (History history = History.of(store())) {
      TimeRange range = new TimeRange(from, from + 10 * SECOND);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(energy(history, range))
                      .containsExactly(
                          "n3/a kernel 2 3000000",
                          "n3/a window1s 2 300000003",
                          "n3/b job 1 5000000"));
      NamedEnergy kernels = history.namedEnergy(Book.KERNEL, range, null).get(0);
      // Two entries of 3 J scale error, which add up, and 4 J besides, which do not.
      assertThat(kernels.scaleErrorJoules()).isEqualTo(2 * 3, ROUNDING);
      assertThat(kernels.independentVariance()).isEqualTo(2 * 4 * 4, ROUNDING);
      assertThat(energy(history, new TimeRange(from - 10 * SECOND, from))).isEmpty();
    }
  }

  /** Device, book, entries and microjoules of each sum. */
  private static List<String> energy(History history, TimeRange range) throws HistoryException {
    List<String> sums = new ArrayList<>();
    for (Book book : List.of(Book.KERNEL, Book.WINDOW1S, Book.JOB)) {
      Map<String, long[]> byDevice = new TreeMap<>();
      for (NamedEnergy each : history.namedEnergy(book, range, null)) {
        long[] sum = byDevice.computeIfAbsent(each.device(), device -> new long[2]);
        sum[0] += each.entries();
        sum[1] += Math.round(each.energyJoules() * 1e6);
      }
      byDevice.forEach(
          (device, sum) -> sums.add(device + " " + book.label() + " " + sum[0] + " " + sum[1]));
    }
    return sums;
  }

  @Test
  void rawPowerCountsSamplesWithoutTruePowerToo() throws Exception {
    write(
        Topic.POWER, power("n5/d", 0, START, Quality.CORRECTED, 100_000, TruePower.NONE, 300_000));
    TimeRange range = new TimeRange(START, START + 40 * MILLI);
    try (History history = History.of(store())) {
      awaitPower(history, "n5/d", range, 1, 2);
      assertThat(history.rawPower("n5/d", range, 2))
          .containsExactly(new RawBucket(START, 2, 50), new RawBucket(START + 20 * MILLI, 1, 50));
    }
  }

  @Test
  void theFleetsPowerIsThatOfOneNameOfOneScope() throws Exception {
    long from = START + 300 * SECOND;
    write(
        Topic.FLEET,
        fleet(FleetScope.RACK, "r 'n6'", from, 100_000, 3),
        fleet(FleetScope.RACK, "r 'n6'", from + SECOND, 300_000, 3),
        fleet(FleetScope.RACK, "r 'n6'", from + 2 * SECOND, 0, 0),
        fleet(FleetScope.NODE, "r 'n6'", from, 7_000, 1));
    TimeRange range = new TimeRange(from, from + 10 * SECOND);
    try (History history = History.of(store())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(history.fleetPower("rack", "r 'n6'", range, 1))
                      .as("a sum of no device is no power, not zero")
                      .containsExactly(
                          new PowerBucket(from, 2, 200, 100, 300, 2, Quality.ESTIMATED)));
      assertThat(history.fleetPower("rack", "nobody", range, 1)).isEmpty();
    }
  }

  private static byte[] fleet(
      FleetScope scope, String name, long atNanos, long milliwatts, int fresh) {
    return new RecordEncoder<>(FleetPower.class)
        .encode(
            new FleetPower(
                scope,
                name,
                null,
                atNanos,
                milliwatts,
                2_000L,
                null,
                null,
                fresh,
                0,
                0,
                10 * SECOND,
                io.wattune.schemas.avro.Quality.ESTIMATED));
  }

  private static byte[] kernel(
      String device, String id, String name, long startNanos, long lastsNanos, String job) {
    return kernel(device, id, name, startNanos, lastsNanos, job, Quality.CORRECTED);
  }

  private static byte[] kernel(
      String device,
      String id,
      String name,
      long startNanos,
      long lastsNanos,
      String job,
      Quality quality) {
    return new LedgerEntryCodec()
        .encode(
            new EntryDraft(
                    "kernel/" + device + "/s/" + id,
                    Book.KERNEL,
                    device,
                    "s",
                    startNanos,
                    startNanos + lastsNanos)
                .revision(0, 0, true)
                .activity(id, "job-1", name, job.isEmpty() ? Map.of() : Map.of("job", job))
                .energy(10_000_000, 10_000_000)
                .error(5_000_000, 3_000_000)
                .seen(1, quality, "p")
                .entry());
  }

  @Test
  void energyByNameHasTheLabelsThatAllEntriesShare() throws Exception {
    long from = START + 400 * SECOND;
    write(
        Topic.ENERGY,
        kernel("n7/a", "1", "gemm", from, SECOND, "alice"),
        kernel("n7/a", "2", "gemm", from + SECOND, SECOND, "alice"),
        kernel("n7/a", "3", "copy", from, SECOND, "alice"),
        kernel("n7/a", "4", "copy", from + SECOND, SECOND, "bob"),
        kernel("n7/b", "5", "gemm", from, SECOND, "alice"),
        kernel("n7/b", "6", "gemm", from + SECOND, SECOND, ""),
        entry(Book.WINDOW10S, "n7/b", "w", 0, from, 5_000_000));
    TimeRange range = new TimeRange(from, from + 10 * SECOND);
    try (History history = History.of(store())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(history.namedEnergy(Book.KERNEL, range, null))
                      .containsExactly(
                          named("n7/a", "copy", Map.of()),
                          named("n7/a", "gemm", Map.of("job", "alice")),
                          named("n7/b", "gemm", Map.of())));
      assertThat(history.namedEnergy(Book.WINDOW10S, range, "n7/b"))
          .containsExactly(
              new NamedEnergy("n7/b", "", false, Map.of(), 1, 5, 3, 16, 1, Quality.CORRECTED));
      assertThat(history.namedEnergy(Book.KERNEL, range, "n7/b")).hasSize(1);
    }
  }

  @Test
  void energyByNameIsKnownForEachQuality() throws Exception {
    long from = START + 450 * SECOND;
    write(
        Topic.ENERGY,
        kernel("n11/a", "1", "gemm", from, SECOND, "ada"),
        kernel("n11/a", "2", "gemm", from + SECOND, SECOND, "ada", Quality.GAP),
        kernel("n11/a", "3", "gemm", from + 2 * SECOND, SECOND, "ada"));
    TimeRange range = new TimeRange(from, from + 10 * SECOND);
    try (History history = History.of(store())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(history.namedEnergy(Book.KERNEL, range, "n11/a"))
                      .containsExactly(
                          new NamedEnergy(
                              "n11/a",
                              "gemm",
                              false,
                              Map.of("job", "ada"),
                              3,
                              30,
                              9,
                              48,
                              3,
                              Quality.GAP,
                              Map.of(Quality.CORRECTED, 20.0, Quality.GAP, 10.0))));
    }
  }

  /** Two entries of 10 J in 1 s, with 3 J scale error and 4 J besides. */
  private static NamedEnergy named(String device, String name, Map<String, String> labels) {
    return new NamedEnergy(device, name, false, labels, 2, 20, 6, 32, 2, Quality.CORRECTED);
  }

  @Test
  void activitiesAreThoseThatOverlapTheRange() throws Exception {
    long from = START + 500 * SECOND;
    write(
        Topic.ENERGY,
        kernel("n8/d", "before", "k", from - 20 * SECOND, SECOND, ""),
        kernel("n8/d", "into", "k", from - 5 * SECOND, 6 * SECOND, "alice"),
        kernel("n8/d", "within", "k", from + SECOND, SECOND, ""),
        kernel("n8/d", "after", "k", from + 10 * SECOND, SECOND, ""),
        entry(Book.WINDOW10S, "n8/d", "w", 0, from, 5_000_000));
    TimeRange range = new TimeRange(from, from + 10 * SECOND);
    try (History history = History.of(store())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(history.activities("n8/d", range, null, 10))
                      .extracting(PastActivity::activityId)
                      .containsExactly("into", "within"));
      assertThat(history.activities("n8/d", range, Book.KERNEL, 10).get(0))
          .isEqualTo(
              new PastActivity(
                  "kernel",
                  "into",
                  "k",
                  from - 5 * SECOND,
                  from + SECOND,
                  "job-1",
                  Map.of("job", "alice"),
                  10,
                  5,
                  Quality.CORRECTED));
      assertThat(history.activities("n8/d", range, null, 1))
          .as("of too many the newest")
          .extracting(PastActivity::activityId)
          .containsExactly("within");
      assertThat(history.activities("n8/d", range, Book.JOB, 10)).isEmpty();
    }
  }

  private static byte[] owned(
      String device, String id, int revision, long startNanos, Map<String, String> labels) {
    return new LedgerEntryCodec()
        .encode(
            new EntryDraft(
                    "process/" + device + "/s/" + id,
                    Book.PROCESS,
                    device,
                    "s",
                    startNanos,
                    startNanos + SECOND)
                .revision(revision, 0, true)
                .activity(id, null, "python", labels)
                .energy(10_000_000, 10_000_000)
                .error(5_000_000, 3_000_000)
                .seen(1, Quality.CORRECTED, "p")
                .entry());
  }

  @Test
  void energyByUserIsThatOfTheNewestRevisionAlsoWhereItNamesAnotherUserOrNone() throws Exception {
    long from = START + 600 * SECOND;
    write(
        Topic.ENERGY,
        owned("n9/a", "1", 0, from, Map.of("user", "ada")),
        owned("n9/a", "2", 0, from + SECOND, Map.of("user", "ada", "pid", "7")),
        owned("n9/a", "3", 0, from + 2 * SECOND, Map.of("user", "bob")),
        owned("n9/a", "4", 0, from + 3 * SECOND, Map.of("user", "ada")),
        owned("n9/b", "5", 0, from, Map.of("user", "ada")),
        entry(Book.PROCESS, "n9/a", "rest", 0, from, 500_000),
        entry(Book.WINDOW10S, "n9/a", "w", 0, from, 5_000_000));
    write(
        Topic.ENERGY,
        owned("n9/a", "3", 1, from + 2 * SECOND, Map.of("user", "ada")),
        owned("n9/a", "4", 1, from + 3 * SECOND, Map.of("pid", "8")));
    TimeRange range = new TimeRange(from, from + 10 * SECOND);
    try (History history = History.of(store())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(history.userEnergy(Book.PROCESS, range, null))
                      .extracting(
                          NamedEnergy::device,
                          NamedEnergy::name,
                          NamedEnergy::isRemainder,
                          NamedEnergy::entries,
                          NamedEnergy::energyJoules)
                      .containsExactly(
                          org.assertj.core.groups.Tuple.tuple("n9/a", "", false, 1L, 10.0),
                          org.assertj.core.groups.Tuple.tuple("n9/a", "ada", false, 3L, 30.0),
                          org.assertj.core.groups.Tuple.tuple("n9/a", "", true, 1L, 0.5),
                          org.assertj.core.groups.Tuple.tuple("n9/b", "ada", false, 1L, 10.0)));
      assertThat(history.userEnergy(Book.PROCESS, range, "n9/b"))
          .containsExactly(
              new NamedEnergy(
                  "n9/b", "ada", false, Map.of("user", "ada"), 1, 10, 3, 16, 1, Quality.CORRECTED));
      assertThat(history.userEnergy(Book.JOB, range, null)).isEmpty();
    }
  }

  @Test
  void aPointOfBeforeUsersWereWrittenTellsItsUserByItsLabels() throws Exception {
    long from = START + 700 * SECOND;
    String old =
        lines(
                Topic.ENERGY,
                owned("n10/a", "1", 0, from, Map.of("user", "ada", "pid", "1")),
                owned("n10/a", "2", 0, from + SECOND, Map.of("user", "ada", "pid", "2")),
                owned("n10/a", "3", 0, from + 2 * SECOND, Map.of()),
                entry(Book.PROCESS, "n10/a", "rest", 0, from, 500_000))
            .replaceAll(",user_name=\"[^\"]*\"", "");
    assertThat(old).doesNotContain("user_name");
    writeText(old);
    write(Topic.ENERGY, owned("n10/a", "4", 0, from + 3 * SECOND, Map.of("user", "ada")));
    TimeRange range = new TimeRange(from, from + 10 * SECOND);
    try (History history = History.of(store())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(history.userEnergy(Book.PROCESS, range, null))
                      .containsExactly(
                          new NamedEnergy(
                              "n10/a", "", false, Map.of(), 1, 10, 3, 16, 1, Quality.CORRECTED),
                          new NamedEnergy(
                              "n10/a", "ada", false, Map.of(), 3, 30, 9, 48, 3, Quality.CORRECTED),
                          new NamedEnergy(
                              "n10/a", "", true, Map.of(), 1, 0.5, 3, 16, 1, Quality.CORRECTED)));
    }
  }
}
