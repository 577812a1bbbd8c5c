package io.wattune.store.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TimeRangeTest {

  @Test
  void endsAreCutToTheMicrosecond() {
    assertThat(new TimeRange(1_999, 5_001)).isEqualTo(new TimeRange(1_000, 5_000));
    assertThatIllegalArgumentException().isThrownBy(() -> new TimeRange(1_000, 1_999));
    assertThatIllegalArgumentException().isThrownBy(() -> new TimeRange(-1_000, 1_000));
  }

  @Test
  void soManyBucketsCoverTheRange() {
    TimeRange range = new TimeRange(0, 10_000_000);

    assertThat(range.bucketMicros(1)).isEqualTo(10_000);
    assertThat(range.bucketMicros(3)).isEqualTo(3_334);
    assertThat(range.bucketMicros(1_000_000)).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> range.bucketMicros(0));
  }
}
