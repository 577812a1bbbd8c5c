package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Book;
import io.wattune.core.sensitivity.SensitivityEstimator;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.sensitivity.SensitivityState;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumberedCountersTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<CounterReading> published = new ArrayList<>();
  private final CounterReadingCodec codec = new CounterReadingCodec();
  private final RecordSink sink = new NumberedCounters(this::take);

  /** A program tells of a kernel a moment later, when the device has counted on. */
  @Test
  void whatAProgramHasCountedIsNoRepeatOfWhatItsDeviceHas() {
    sink.counted(reading("n/a", 36_000, 20, null), codec);
    sink.counted(reading("n/a", 0, 19, "kernel"), codec);
    sink.counted(reading("n/a", 36_001, 21, null), codec);
    sink.counted(reading("n/a", 1, 18, "kernel"), codec);

    var estimator = new SensitivityEstimator(SensitivitySettings.DEFAULT);
    var state = new SensitivityState();
    assertThat(published)
        .noneMatch(reading -> estimator.next(state, reading).isRepeat())
        .extracting(CounterReading::activityName)
        .containsExactly(null, "kernel", null, "kernel");
  }

  @Test
  void eachDeviceIsNumberedWithoutHolesFromZero() {
    sink.counted(reading("n/a", 7, 1, null), codec);
    sink.counted(reading("n/b", 7, 1, null), codec);
    sink.counted(reading("n/a", 9, 2, null), codec);

    assertThat(published).extracting(CounterReading::sequence).containsExactly(0L, 0L, 1L);
  }

  private void take(Topic topic, String key, byte[] value) {
    try {
      published.add(codec.decode(value));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static CounterReading reading(
      String device, long sequence, long endSecond, String kernel) {
    return new CounterReading(
        device,
        sequence,
        (endSecond - 1) * SECOND,
        endSecond * SECOND,
        kernel == null ? null : Book.KERNEL,
        kernel == null ? null : "id",
        kernel,
        List.of(),
        false);
  }
}
