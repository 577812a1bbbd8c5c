package io.wattune.archive.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.archive.LostRange;
import io.wattune.archive.OffsetRange;
import io.wattune.archive.SourcePartition;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What has been read, and what was gone, follow each other without a hole. */
class ReadOffsetsTest {
  private static final TopicPartition PARTITION = new TopicPartition("wattune.readings", 3);
  private static final SourcePartition SOURCE = new SourcePartition("readings", "id", 3);

  private final ReadOffsets progress = new ReadOffsets();

  @Test
  void whatWasReadIsOneRangeUntilItIsCommitted() {
    progress.begin(PARTITION, SOURCE, 7);
    assertThat(progress.isEmpty()).isTrue();
    progress.took(PARTITION);
    progress.took(PARTITION);
    // A marker of a transaction stands between: three offsets, two records.
    progress.reached(PARTITION, 10);

    assertThat(progress.ranges()).containsExactly(new OffsetRange(SOURCE, 7, 10, 2));
    progress.committed();
    assertThat(progress.isEmpty()).isTrue();
    assertThat(progress.position(PARTITION)).isEqualTo(10);
    progress.took(PARTITION);
    progress.reached(PARTITION, 11);
    assertThat(progress.ranges()).containsExactly(new OffsetRange(SOURCE, 10, 11, 1));
  }

  @Test
  void whatIsGoneStandsBetweenTwoRanges() {
    progress.begin(PARTITION, SOURCE, 0);
    progress.took(PARTITION);
    progress.reached(PARTITION, 1);
    progress.lost(PARTITION, 5, "deleted");
    progress.took(PARTITION);
    progress.reached(PARTITION, 6);

    assertThat(progress.ranges())
        .containsExactly(new OffsetRange(SOURCE, 0, 1, 1), new OffsetRange(SOURCE, 5, 6, 1));
    assertThat(progress.losses()).containsExactly(new LostRange(SOURCE, 1, 5, "deleted"));
  }

  @Test
  void whatIsGoneAloneIsNewsToo() {
    progress.begin(PARTITION, SOURCE, 0);
    progress.lost(PARTITION, 5, "deleted");

    assertThat(progress.isEmpty()).isFalse();
    assertThat(progress.ranges()).isEmpty();
  }

  @Test
  void aPartitionThatIsNotReadIsAMistake() {
    assertThatThrownBy(() -> progress.took(PARTITION)).isInstanceOf(IllegalStateException.class);
  }
}
