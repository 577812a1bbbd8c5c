package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that is not ours reads the files by what they say of themselves, and agrees. */
class DuckDbReadsTheArchiveTest {
  private static final int BLOCKS = 60;

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    ArchiveFolder.write(folder, 40, 20);
    var activities = new ActivityCodec();
    var source = new SourcePartition("activity", "activity-id", 0);
    var activity =
        new Activity(
            "n1/GPU-0",
            "k1",
            Book.KERNEL,
            "nbody",
            ArchiveFolder.START,
            ArchiveFolder.START + 1_000_000_000L,
            null,
            Map.of("user", "u1"));
    try (ArchiveStore store = ArchiveFolder.open(folder)) {
      store.add(
          new ArchivedRecord(
              Topic.ACTIVITY,
              0,
              0,
              0,
              ArchiveFolder.bytes("n1/GPU-0"),
              activities.encode(activity),
              List.of()));
      store.commit(List.of(new OffsetRange(source, 0, 1, 1)), List.of(), ArchiveFolder.NOW);
    }
  }

  @Test
  void rowsPollsSumsAndDevicesAgree() throws Exception {
    long sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
      for (int value : ArchiveFolder.block(ArchiveFolder.device(i), i / 3).values()) {
        sum += value == PollBlock.MISSING ? 0 : value;
      }
    }
    List<String> found =
        query(
            "select count(*), count(value), sum(value), count(distinct device),"
                + " count(distinct date), min(unit), count(model), min(model) from READINGS");
    assertThat(found)
        .containsExactly(
            Long.toString(5L * BLOCKS),
            Long.toString(4L * BLOCKS),
            Long.toString(sum),
            "3",
            "1",
            "MILLIWATTS",
            "15",
            ArchiveFolder.MODEL);
  }

  /** The trapezoid rule over the polls that got a reading, of one device. */
  @Test
  void anIntegralOfThePowerAgrees() throws Exception {
    double expected = 0;
    long before = 0;
    double wattsBefore = 0;
    for (int i = 0; i < BLOCKS; i += 3) {
      PollBlock block = ArchiveFolder.block("n1/GPU-0", i / 3);
      for (int k = 0; k < block.polls(); k++) {
        if (block.values()[k] != PollBlock.MISSING) {
          double watts = block.values()[k] * 1e-3;
          long time = block.timesNanos()[k];
          expected += before == 0 ? 0 : (watts + wattsBefore) / 2 * (time - before) * 1e-9;
          before = time;
          wattsBefore = watts;
        }
      }
    }
    List<String> found =
        query(
            """
            with power as (
              select timeNanos, value * 1e-3 as watts,
                lag(timeNanos) over (order by timeNanos) as timeBefore,
                lag(value * 1e-3) over (order by timeNanos) as wattsBefore
              from READINGS where device = 'n1/GPU-0' and value is not null)
            select sum((watts + wattsBefore) / 2 * (timeNanos - timeBefore) * 1e-9) from power
            """);
    // Sums of 80 products in another order: some units in the last place of 100 J.
    assertThat(Double.parseDouble(found.get(0))).isCloseTo(expected, within(1e-11));
    assertThat(expected).isGreaterThan(50);
  }

  @Test
  void recordsAreGroupsOfColumns() throws Exception {
    assertThat(
            query(
                "select record.name, record.level, record.labels['user'], key,"
                    + " record.endNanos - record.startNanos from ACTIVITY"))
        .containsExactly("nbody", "KERNEL", "u1", "n1/GPU-0", "1000000000");
  }

  private List<String> query(String sql) throws SQLException {
    String readings = files("readings");
    String activity = files("activity");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet result =
            connection
                .createStatement()
                .executeQuery(sql.replace("READINGS", readings).replace("ACTIVITY", activity))) {
      assertThat(result.next()).isTrue();
      int columns = result.getMetaData().getColumnCount();
      String[] cells = new String[columns];
      for (int i = 0; i < columns; i++) {
        cells[i] = result.getString(i + 1);
      }
      return List.of(cells);
    }
  }

  private String files(String kind) {
    return "read_parquet('" + folder.resolve(kind) + "/*/*/*.parquet', hive_partitioning = true)";
  }
}
