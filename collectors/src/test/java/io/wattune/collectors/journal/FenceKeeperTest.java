package io.wattune.collectors.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.node.NodeFolder;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.gate.Obstacle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceKeeperTest {
  private static final long NOW_MILLIS = 1_760_000_000_000L;
  private static final long DAY_MILLIS = 86_400_000L;

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

    assertThat(fence.claimed(7)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(7);
    assertThat(fence.decided(9)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(9);
    assertThat(fence.claimed(8)).as("a lower one is for the gates to refuse").isNull();
    assertThat(life("n1").epoch()).isEqualTo(9);
  }

  @Test
  void nothingIsWrittenWhileTheEpochStays() throws Exception {
    FenceKeeper fence = life("n1");
    fence.claimed(7);
    Files.delete(folder.fence());

    fence.claimed(7);
    fence.decided(7);

    assertThat(folder.fence()).doesNotExist();
  }

  @Test
  void aFileCutAnywhereOrChangedAnywhereIsNotTaken() {
    byte[] whole = FenceText.write("n1", 12_345);
    assertThat(FenceText.read(whole, "n1")).hasValue(12_345);

    for (int length = 0; length < whole.length; length++) {
      assertThat(FenceText.read(Arrays.copyOf(whole, length), "n1"))
          .as("cut at %s", length)
          .isEmpty();
    }
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      assertThat(FenceText.read(changed, "n1")).as("changed at %s", i).isEmpty();
    }
  }

  @Test
  void unreadableItRefusesAllUntilAClaimOfTheLastDayWhichMendsIt() throws Exception {
    Files.writeString(folder.fence(), "wattune-fence 1\nno");
    FenceKeeper fence = life("n1");

    assertRefused(fence.decided(Long.MAX_VALUE), "cannot be read as the fence of this node");
    assertRefused(fence.claimed(NOW_MILLIS - DAY_MILLIS - 1), "is awaited");
    assertRefused(life("n1").decided(NOW_MILLIS), "is awaited");

    assertThat(fence.claimed(NOW_MILLIS - DAY_MILLIS)).isNull();
    assertThat(fence.decided(NOW_MILLIS - DAY_MILLIS)).isNull();
    assertThat(life("n1").epoch()).isEqualTo(NOW_MILLIS - DAY_MILLIS);
  }

  @Test
  void theFenceOfAnotherNodeIsNotTaken() {
    life("n2").claimed(7);

    assertRefused(life("n1").decided(NOW_MILLIS), "cannot be read as the fence of this node");
  }

  @Test
  void anEpochThatCannotBeWrittenIsRefusedUntilItCan() throws Exception {
    FenceKeeper fence = life("n1");
    fence.claimed(7);
    Path inTheWay = Files.createDirectory(path.resolve("fence.draft"));

    assertRefused(fence.claimed(8), "cannot be written");
    assertRefused(fence.decided(8), "cannot be written");
    assertThat(fence.decided(7)).as("needs no writing").isNull();
    assertThat(life("n1").epoch()).isEqualTo(7);

    Files.delete(inTheWay);
    assertThat(fence.decided(8)).isNull();
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
