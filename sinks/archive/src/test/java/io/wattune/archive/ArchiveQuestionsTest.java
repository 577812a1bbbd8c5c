package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the page, run by DuckDB against an archive of which the answers are known. */
class ArchiveQuestionsTest {
  private static final Path ROOT = Repository.root();
  private static final Path PAGE = ROOT.resolve("docs/reference/archive-questions.md");
  static final Path MACROS = ROOT.resolve("deploy/duckdb/wattune-archive.sql");
  private static final Pattern LINES = Pattern.compile("(?s)```sql\n(.*?)\n```");

  private static final String DEVICE = "n1/GPU-0";
  private static final long SECOND = 1_000_000_000L;
  private static final long START = ArchiveFolder.START;

  /** Sums of a few numbers, in another order. */
  private static final double ROUNDING = 1e-9;

  private final Map<Topic, Long> next = new EnumMap<>(Topic.class);
  private final List<String> lines = new ArrayList<>();

  @TempDir private Path folder;
  private Connection duckdb;

  @BeforeEach
  void write() throws Exception {
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      ArchiveFolder.commit(store, 6);
      // The fourth block of the first device comes ten blocks late: a gap of half a second.
      store.add(ArchiveFolder.record(6, DEVICE, 13));
      power(store);
      energy(store);
      components(store);
      settings(store);
      List<OffsetRange> ranges = new ArrayList<>();
      ranges.add(new OffsetRange(ArchiveFolder.READINGS_0, 6, 7, 1));
      next.forEach(
          (topic, records) ->
              ranges.add(
                  new OffsetRange(
                      new SourcePartition(topic.label(), topic.label() + "-id", 0),
                      0,
                      records,
                      records)));
      store.commit(ranges, List.of(), ArchiveFolder.NOW);
    }
    Matcher line = LINES.matcher(Files.readString(PAGE));
    while (line.find()) {
      lines.add(line.group(1));
    }
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = duckdb.createStatement()) {
      statement.execute("set timezone = 'UTC'");
      statement.execute(Files.readString(MACROS));
    }
  }

  @AfterEach
  void close() throws Exception {
    duckdb.close();
  }

  @Test
  void nothingIsWrongWithTheArchive() throws Exception {
    List<ArchiveFinding> findings = ArchiveCheck.all(Archive.open(folder), bytes -> {});

    assertThat(findings)
        .extracting(ArchiveFinding::kind)
        .containsOnly(ArchiveFinding.Kind.BLOCK_GAP);
    assertThat(lines).hasSize(7);
  }

  @Test
  void energyByUserAndJobADayTakesTheNewestRevision() throws Exception {
    List<Map<String, Object>> rows = ask("energy_by_user_and_job");

    assertThat(rows).hasSize(2);
    assertThat(rows.get(0))
        .containsEntry("date", java.time.LocalDate.parse("2026-01-05"))
        .containsEntry("user", "ada")
        .containsEntry("job", "train")
        .containsEntry("entries", 2L);
    assertThat(number(rows.get(0), "joules")).isCloseTo(100 + 50, within(ROUNDING));
    // Two entries of 5 J, of which 3 J are common: the root of 2 x 16, and 6.
    assertThat(number(rows.get(0), "error_joules")).isCloseTo(Math.sqrt(32) + 6, within(ROUNDING));
    assertThat(rows.get(1)).containsEntry("user", "(none)").containsEntry("job", "(no job)");
    assertThat(number(rows.get(1), "joules")).isCloseTo(50, within(ROUNDING));
  }

  @Test
  void percentilesAreOfTheNewestRevisionOfEachSampleAndLeaveGapsOut() throws Exception {
    List<Map<String, Object>> rows = ask("power_percentiles");

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).containsEntry("samples", 100L);
    assertThat(number(rows.get(0), "lowest")).isEqualTo(1.0);
    assertThat(number(rows.get(0), "p50")).isCloseTo(50.5, within(ROUNDING));
    assertThat(number(rows.get(0), "p95")).isCloseTo(95.05, within(ROUNDING));
    assertThat(number(rows.get(0), "highest")).isEqualTo(100.0);
  }

  @Test
  void aPolicyHasSavedWhatItsRunsTookLessThanThoseAtOwnSettings() throws Exception {
    List<Map<String, Object>> rows = ask("saving_by_policy");

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).containsEntry("policy", "harmonia");
    // Own settings: 10, 11 and 12 J; at others 8, 8 and 9.5: three times 11 less 8.5.
    assertThat(number(rows.get(0), "saved_joules")).isCloseTo(7.5, within(ROUNDING));
    // Variances 1 and 0.75, each of three.
    assertThat(number(rows.get(0), "error_joules"))
        .isCloseTo(3 * Math.sqrt(1.0 / 3 + 0.75 / 3), within(ROUNDING));
    assertThat(number(rows.get(0), "runs")).isEqualTo(3);
  }

  @Test
  void idleEnergyIsWhatNoJobTook() throws Exception {
    List<Map<String, Object>> rows = ask("idle_energy");

    assertThat(rows).hasSize(1);
    assertThat(number(rows.get(0), "idle_joules")).isCloseTo(50, within(ROUNDING));
    assertThat(number(rows.get(0), "share")).isCloseTo(0.25, within(ROUNDING));
  }

  @Test
  void theWorstGapIsBetweenTwoReadings() throws Exception {
    Map<String, Object> worst = ask("worst_gaps").get(0);

    assertThat(worst).containsEntry("device", DEVICE);
    // From the last poll of block 1, 90 ms, to the first one of block 13, 650 ms.
    assertThat(number(worst, "seconds")).isCloseTo(0.56, within(ROUNDING));
    assertThat(worst.get("begins")).asString().startsWith("2026-01-05T12:00:00.09");
    assertThat(worst.get("ends")).asString().startsWith("2026-01-05T12:00:00.65");
  }

  @Test
  void energyOfAKernelIsOneLine() throws Exception {
    List<Map<String, Object>> rows = ask("book = 'KERNEL'");

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).containsEntry("name", "nbody");
    assertThat(number(rows.get(0), "joules")).isCloseTo(33 + 25.5, within(ROUNDING));
  }

  @Test
  void anEntryIsSplitByComponentAndAddsUpToTheLedgersEnergy() throws Exception {
    Map<String, double[]> nbody = new LinkedHashMap<>();
    for (Map<String, Object> row : ask("energy_by_component")) {
      if ("nbody".equals(row.get("name"))) {
        nbody.put(
            (String) row.get("component"),
            new double[] {number(row, "joules"), number(row, "error_joules")});
      }
    }
    // Two of six runs, of a second each, have power by component: idle 3 and 4 W, the processor 5
    // and 6 W; the second run shares its interval with another kernel, and has its own 6 W.
    assertThat(nbody.get("idle")).contains(new double[] {3 + 4, 0.3 + 0.4}, within(ROUNDING));
    assertThat(nbody.get("processor")).contains(new double[] {5 + 6, 0.5 + 0.6}, within(ROUNDING));
    assertThat(nbody.get("(not split)")[0]).isCloseTo(33 + 25.5 - 18, within(ROUNDING));

    List<Map<String, Object>> windows =
        query(
            "select component, joules, entry_joules from energy_by_component('%s') where entry_id like '%%/w0' order by 1"
                .formatted(folder));
    // The first two seconds of ten: both intervals, and all of their power.
    assertThat(windows)
        .extracting(row -> row.get("component"))
        .containsExactly("(not split)", "idle", "processor");
    assertThat(windows)
        .extracting(row -> number(row, "joules"))
        .containsExactly(90.0 - 7 - 5 - 9, 7.0, 5.0 + 9);
    assertThat(
            query(
                "select entry_id from energy_by_component('%s') group by all having abs(sum(joules) - any_value(entry_joules)) > 1e-9"
                    .formatted(folder)))
        .isEmpty();
  }

  @Test
  void powerByComponentAddsUpToThePowerOfTheDevice() throws Exception {
    List<Map<String, Object>> rows =
        query(
            "select start_nanos, sum(watts) as watts, list(component order by component) as names from component_power('%s') group by all order by 1"
                .formatted(folder));

    assertThat(rows).extracting(row -> number(row, "watts")).containsExactly(8.0, 13.0, 20.0);
    assertThat(rows.get(2).get("names")).hasToString("[(not known)]");
  }

  /** What a program is told of a column, without the macros. */
  @Test
  void timesAreTimestampsWhateverReadsThem() throws Exception {
    for (String kind : List.of("readings", "power", "energy", "actuations")) {
      List<Map<String, Object>> rows =
          query(
              "select typeof(\"time\") as type, min(\"time\") as first from read_parquet('"
                  + folder.resolve(kind)
                  + "/*/*/*.parquet') where \"time\" is not null group by all");
      assertThat(rows).as(kind).hasSize(1);
      assertThat(rows.get(0)).containsEntry("type", "TIMESTAMP WITH TIME ZONE");
      assertThat(rows.get(0).get("first")).as(kind).asString().startsWith("2026-01-05T12:00");
    }
  }

  /** The line of the page that has this in it. */
  private List<Map<String, Object>> ask(String part) throws Exception {
    List<String> found = lines.stream().filter(line -> line.contains(part)).toList();
    assertThat(found).as(part).hasSize(1);
    return query(found.get(0).replace("DIR", folder.toString()));
  }

  private List<Map<String, Object>> query(String sql) throws Exception {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.put(result.getMetaData().getColumnLabel(i), result.getObject(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static double number(Map<String, Object> row, String column) {
    return ((Number) row.get(column)).doubleValue();
  }

  /** 1 to 100 W; the first ten were 1000 W before a profile was learned; one is beside a gap. */
  private void power(ArchiveStore store) throws Exception {
    var codec = new PowerBlockCodec();
    add(store, Topic.POWER, DEVICE, codec.encode(power(0, 10, 1_000_000, 0, Quality.CORRECTED)));
    add(store, Topic.POWER, DEVICE, codec.encode(power(0, 100, 1_000, 1, Quality.CORRECTED)));
    add(store, Topic.POWER, DEVICE, codec.encode(power(100, 1, 5_000_000, 1, Quality.GAP)));
  }

  private static TruePower power(int from, int samples, int step, int revision, Quality quality) {
    long[] times = new long[samples];
    int[] milliwatts = new int[samples];
    byte[] qualities = new byte[samples];
    for (int i = 0; i < samples; i++) {
      times[i] = START + (from + i) * SECOND / 10;
      milliwatts[i] = (from + i + 1) * step;
      qualities[i] = (byte) quality.code();
    }
    return new TruePower(
        DEVICE,
        "power",
        revision,
        "p",
        times,
        milliwatts,
        milliwatts,
        milliwatts,
        qualities,
        null,
        0);
  }

  private void energy(ArchiveStore store) throws Exception {
    add(store, entry("j1", Book.JOB, "j1", "train", 0, 0, 10, 90));
    add(store, entry("j1", Book.JOB, "j1", "train", 1, 0, 10, 100));
    add(store, entry("j2", Book.JOB, "j2", "train", 0, 20, 10, 50));
    add(store, entry("remainder-0", Book.JOB, null, null, 0, 10, 10, 50));
    double[] own = {10, 11, 12};
    double[] tuned = {8, 8, 9.5};
    for (int i = 0; i < own.length; i++) {
      add(store, entry("k" + i, Book.KERNEL, "k" + i, "nbody", 0, i, 1, own[i]));
      add(store, entry("t" + i, Book.KERNEL, "t" + i, "nbody", 0, 10 + i, 1, tuned[i]));
    }
  }

  /** Two intervals of a second, the first one sent twice, and one of which no split is known. */
  private void components(ArchiveStore store) throws Exception {
    add(store, entry("w0", Book.WINDOW10S, null, null, 0, 0, 10, 90));
    add(store, split(0, 3, 99, List.of(kernel("nbody", 1, 99))));
    add(store, split(0, 3, 5, List.of(kernel("nbody", 1, 5))));
    add(store, split(1, 4, 9, List.of(kernel("nbody", 0.5, 6), kernel("fft", 0.5, 12))));
    add(store, split(2, -1, 20, List.of()));
  }

  private static KernelWatts kernel(String name, double seconds, double watts) {
    return new KernelWatts(name, 1, seconds, List.of(watts), List.of(watts / 10));
  }

  /** Of idle and one component; a total alone where idle power is below 0. */
  private static ComponentPower split(
      int second, double idle, double watts, List<KernelWatts> kernels) {
    boolean isKnown = idle >= 0;
    return new ComponentPower(
        DEVICE,
        START + second * SECOND,
        START + (second + 1) * SECOND,
        null,
        null,
        isKnown ? idle + watts : watts,
        1,
        isKnown ? part(ComponentWatts.IDLE, idle) : null,
        isKnown ? List.of(part("processor", watts)) : List.of(),
        DEVICE,
        1,
        Quality.CORRECTED,
        isKnown ? List.of() : List.of(ComponentDoubt.NOT_YET_KNOWN),
        kernels);
  }

  private static ComponentWatts part(String name, double watts) {
    return new ComponentWatts(name, watts, watts / 10, List.of(), List.of());
  }

  private static LedgerEntry entry(
      String id,
      Book book,
      @Nullable String activity,
      @Nullable String name,
      int revision,
      int from,
      int seconds,
      double joules) {
    long microjoules = Math.round(joules * 1e6);
    return new EntryDraft(
            book.name() + "/" + DEVICE + "/power/" + id,
            book,
            DEVICE,
            "power",
            START + from * SECOND,
            START + (from + seconds) * SECOND)
        .revision(revision, 0, true)
        .activity(activity, null, name, activity == null ? Map.of() : Map.of("user", "ada"))
        .energy(microjoules, microjoules)
        .error(5_000_000, 3_000_000)
        .seen(1, Quality.CORRECTED, "p")
        .entry();
  }

  /** Own settings for ten seconds, reported twice, then those of a policy. */
  private void settings(ArchiveStore store) throws Exception {
    add(store, decision("before", START - 60 * SECOND));
    add(store, decision("harmonia", START + 9 * SECOND));
    add(store, decision("later", START + 30 * SECOND));
    add(store, actuation(span(0, 5, true)));
    add(store, actuation(span(0, 10, true)));
    add(store, actuation(span(10, 20, false)));
  }

  private static InForceSpan span(int from, int to, boolean isOwn) {
    return new InForceSpan(
        null,
        START + from * SECOND,
        START + to * SECOND,
        List.of(
            new InForceValue("a", TunableUnit.MEGAHERTZ, OptionalLong.of(900), isOwn),
            new InForceValue("b", TunableUnit.MEGAHERTZ, OptionalLong.of(900), true)));
  }

  private static Actuation actuation(InForceSpan span) {
    return new Actuation(
        "n1",
        DEVICE,
        1,
        1,
        ActuationOutcome.RENEWED,
        "ok",
        "",
        null,
        List.of(),
        SECOND,
        span.toNanos(),
        List.of(span),
        List.of());
  }

  private static Decision decision(String policy, long atNanos) {
    return new Decision.ForDevice(
        "n1",
        DEVICE,
        1,
        1,
        atNanos,
        SECOND,
        Configuration.EMPTY,
        List.of(),
        policy,
        "x",
        "",
        Quality.CORRECTED,
        atNanos,
        null);
  }

  private void add(ArchiveStore store, LedgerEntry entry) throws Exception {
    add(store, Topic.ENERGY, DEVICE, new LedgerEntryCodec().encode(entry));
  }

  private void add(ArchiveStore store, ComponentPower power) throws Exception {
    add(store, Topic.COMPONENT_POWER, DEVICE, new ComponentPowerCodec().encode(power));
  }

  private void add(ArchiveStore store, Actuation actuation) throws Exception {
    add(store, Topic.ACTUATIONS, DEVICE, new ActuationCodec().encode(actuation));
  }

  private void add(ArchiveStore store, Decision decision) throws Exception {
    add(store, Topic.DECISIONS, "n1", new DecisionCodec().encode(decision));
  }

  private void add(ArchiveStore store, Topic topic, String key, byte[] value) throws Exception {
    long offset = next.merge(topic, 1L, Long::sum) - 1;
    store.add(
        new ArchivedRecord(
            topic,
            0,
            offset,
            ArchiveFolder.NOW.toEpochMilli(),
            ArchiveFolder.bytes(key),
            value,
            List.of()));
  }
}
