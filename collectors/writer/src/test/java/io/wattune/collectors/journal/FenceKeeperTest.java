package io.wattune.collectors.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceKeeperTest {
  private static final long NOW_MILLIS = 1_760_000_000_000L;
  private static final long DAY_MILLIS = 86_400_000L;

  private static final long NOW_NANOS = NOW_MILLIS * 1_000_000;

  @TempDir Path path;
  private NodeFolder folder;

  @BeforeEach
  void open() {
    folder = new NodeFolder(path);
  }

  @Test
  void theHighestEpochIsThereInTheNextLife() {
    FenceKeeper fence = life("n1");
    assertThat(fence.epoch()).as("nothing was seen yet").isEqualTo(FenceKeeper.NONE);

    assertThat(fence.claimed(7, NOW_NANOS)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(7);
    assertThat(fence.decided(9, NOW_NANOS)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(9);
    assertThat(fence.claimed(8, NOW_NANOS)).as("a lower one is for the gates to refuse").isNull();
    assertThat(life("n1").epoch()).isEqualTo(9);
  }

  @Test
  void nothingIsWrittenWhileTheEpochStays() throws Exception {
    FenceKeeper fence = life("n1");
    fence.claimed(7, NOW_NANOS);
    Files.delete(folder.fence());

    fence.claimed(7, NOW_NANOS);
    fence.decided(7, NOW_NANOS);

    assertThat(folder.fence()).doesNotExist();
  }

  @Test
  void aFileCutAnywhereOrChangedAnywhereIsNotTaken() {
    byte[] whole = FenceKeeper.text("n1", 12_345);
    assertThat(FenceKeeper.epoch(whole, "n1")).hasValue(12_345);

    for (int length = 0; length < whole.length; length++) {
      assertThat(FenceKeeper.epoch(Arrays.copyOf(whole, length), "n1"))
          .as("cut at %s", length)
          .isEmpty();
    }
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      assertThat(FenceKeeper.epoch(changed, "n1")).as("changed at %s", i).isEmpty();
    }
  }

  @Test
  void unreadableItRefusesAllUntilAClaimOfTheLastDayWhichMendsIt() throws Exception {
    Files.writeString(folder.fence(), "wattune-fence 1\nno");
    FenceKeeper fence = life("n1");

    assertRefused(
        fence.decided(NOW_MILLIS + DAY_MILLIS, NOW_NANOS),
        "cannot be read as the fence of this node");
    assertRefused(fence.claimed(NOW_MILLIS - DAY_MILLIS - 1, NOW_NANOS), "is awaited");
    assertRefused(life("n1").decided(NOW_MILLIS, NOW_NANOS), "is awaited");

    assertThat(fence.claimed(NOW_MILLIS - DAY_MILLIS, NOW_NANOS)).isNull();
    assertThat(fence.decided(NOW_MILLIS - DAY_MILLIS, NOW_NANOS)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(NOW_MILLIS - DAY_MILLIS);
  }

  /** Taken, it would shut out every controller there will be: none goes above it. */
  @Test
  void anEpochOfTheFarFutureIsRefusedAndNotKept() {
    FenceKeeper fence = life("n1");
    long tooFar = NOW_MILLIS + DAY_MILLIS + 1;

    assertThat(fence.claimed(tooFar, NOW_NANOS))
        .extracting(Obstacle::reason)
        .isEqualTo(ActuationReason.FROM_THE_FUTURE);
    assertThat(fence.decided(Long.MAX_VALUE, NOW_NANOS))
        .extracting(Obstacle::reason)
        .isEqualTo(ActuationReason.FROM_THE_FUTURE);
    assertThat(folder.fence()).doesNotExist();
    assertThat(fence.claimed(tooFar - 1, NOW_NANOS)).isNull();
  }

  @Test
  void aFenceOfTheFarFutureIsOpenedByTheNextClaim() throws Exception {
    Files.write(folder.fence(), FenceKeeper.text("n1", 9_223_372_036_855L));
    FenceKeeper fence = life("n1");

    assertRefused(fence.decided(NOW_MILLIS, NOW_NANOS), "is of the far future");
    assertThat(fence.claimed(NOW_MILLIS, NOW_NANOS)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(NOW_MILLIS);
  }

  @Test
  void theFenceOfAnotherNodeIsNotTaken() {
    life("n2").claimed(7, NOW_NANOS);

    assertRefused(
        life("n1").decided(NOW_MILLIS, NOW_NANOS), "cannot be read as the fence of this node");
  }

  @Test
  void anEpochThatCannotBeWrittenIsRefusedUntilItCan() throws Exception {
    FenceKeeper fence = life("n1");
    fence.claimed(7, NOW_NANOS);
    Path inTheWay = Files.createDirectory(path.resolve("fence.draft"));

    assertRefused(fence.claimed(8, NOW_NANOS), "cannot be written");
    assertRefused(fence.decided(8, NOW_NANOS), "cannot be written");
    assertThat(fence.decided(7, NOW_NANOS)).as("needs no writing").isNull();
    assertThat(life("n1").epoch()).isEqualTo(7);

    Files.delete(inTheWay);
    assertThat(fence.decided(8, NOW_NANOS)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(8);
  }

  private FenceKeeper life(String node) {
    return FenceKeeper.open(folder, node, NOW_MILLIS * 1_000_000);
  }

  private static void assertRefused(Obstacle obstacle, String why) {
    assertThat(obstacle).isNotNull();
    assertThat(obstacle.reason()).isEqualTo(ActuationReason.FENCE_BROKEN);
    assertThat(obstacle.detail()).contains(why);
  }
}
