package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.decision.ActuationReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewestTimeTest {
  private static final long NOW = 1_795_423_692_525_000_000L;
  private static final long DAY = 86_400_000_000_000L;
  private static final long YEAR = 365 * DAY;

  @TempDir Path path;
  private NodeFolder folder;

  @BeforeEach
  void name() {
    folder = new NodeFolder(path);
  }

  @Test
  void itOutlivesAStartAndAClockThatIsSetBack() throws Exception {
    NewestTime first = NewestTime.open(folder, "n1");
    assertThat(first.notBefore(NOW)).as("nothing is known yet").isEqualTo(NOW);
    assertThat(first.taken(NOW, NOW)).isNull();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.newest())))
        .isEqualTo("rw-------");

    NewestTime next = NewestTime.open(folder, "n1");
    assertThat(next.notBefore(NOW - YEAR)).isEqualTo(NOW);
    assertThat(next.notBefore(NOW + 7)).isEqualTo(NOW + 7);
    assertThat(next.taken(NOW - YEAR, NOW - YEAR).reason()).isEqualTo(ActuationReason.LEASE_OVER);
    assertThat(next.taken(NOW - DAY, NOW - YEAR)).as("a controller of another zone").isNull();
    assertThat(next.taken(NOW - DAY - 1, NOW - YEAR).detail()).contains("remove", "newest");
  }

  @Test
  void oneClockAloneThatIsAheadPutsNothingAhead() {
    NewestTime newest = NewestTime.open(folder, "n1");

    assertThat(newest.taken(NOW + YEAR, NOW)).as("a controller's").isNull();
    assertThat(newest.notBefore(0)).isEqualTo(NOW);
    assertThat(newest.taken(NOW + 5, NOW + YEAR)).as("the node's").isNull();
    assertThat(newest.notBefore(0)).isEqualTo(NOW + 5);
    assertThat(newest.taken(NOW + 6, NOW + 6)).isNull();
  }

  @Test
  void theDiskIsToldEachTenMinutesOnly() throws Exception {
    NewestTime newest = NewestTime.open(folder, "n1");
    newest.taken(NOW, NOW);
    byte[] written = Files.readAllBytes(folder.newest());

    newest.taken(NOW + NewestTime.WRITE_EACH_NANOS - 1, NOW + YEAR);
    assertThat(Files.readAllBytes(folder.newest())).isEqualTo(written);
    newest.taken(NOW + NewestTime.WRITE_EACH_NANOS, NOW + YEAR);
    assertThat(NewestTime.open(folder, "n1").notBefore(0))
        .isEqualTo(NOW + NewestTime.WRITE_EACH_NANOS);
  }

  @Test
  void whatCannotBeReadOrWrittenLeavesTheNodesClock() throws Exception {
    NewestTime.open(folder, "n1").taken(NOW, NOW);
    assertThat(NewestTime.open(folder, "n2").notBefore(3)).as("of another node").isEqualTo(3);
    Files.writeString(folder.newest(), "wattune-newest 1\nnode\tn1\ntime\t99\n");
    assertThat(NewestTime.open(folder, "n1").notBefore(3)).as("no check sum").isEqualTo(3);

    NewestTime nowhere = NewestTime.open(new NodeFolder(path.resolve("none")), "n1");
    assertThat(nowhere.taken(NOW, NOW)).isNull();
    assertThat(nowhere.notBefore(3)).as("as long as it runs").isEqualTo(NOW);
  }

  @Test
  void anyNumberWillDo() {
    NewestTime newest = NewestTime.open(folder, "n1");
    for (long decided : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
      for (long wall : new long[] {Long.MIN_VALUE, 0, NOW}) {
        newest.taken(decided, wall);
      }
    }
    assertThat(newest.notBefore(0)).isEqualTo(NOW);
    assertThat(newest.taken(NOW, NOW)).isNull();
  }
}
