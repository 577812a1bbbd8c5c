package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceDriftTest {
  private static final TestServer SERVER = TestServer.SERVER;
  private static final double SPREAD = 0.03;
  private static final ServingSetting SETTING = new ServingSetting(900, 30, 1);
  private final Random random = Seeds.random(24);
  private final ServiceDrift drift = new ServiceDrift(MeasuredProfile.of("m", SPREAD, SERVER));
  private double at;
  private double free;

  /** Half a second of a queue of one server, whose page has buckets of a width. */
  private ServedTime served(double busy, double slower, double width) {
    double rate = busy / (slower * SERVER.seconds(SETTING));
    Map<Integer, Long> counts = new TreeMap<>();
    double end = at + 0.5;
    int requests = 0;
    for (at -= Math.log(random.nextDouble()) / rate; at < end; requests++) {
      double stretch = 1 + SPREAD * random.nextGaussian();
      free = Math.max(free, at) + slower * stretch * SERVER.seconds(SETTING);
      counts.merge((int) Math.ceil((free - at) / width) - 1, 1L, Long::sum);
      at -= Math.log(random.nextDouble()) / rate;
    }
    at = end;
    List<LatencyBucket> buckets = new ArrayList<>();
    counts.forEach((i, n) -> buckets.add(new LatencyBucket(i * width, (i + 1) * width, n)));
    return new ServedTime(
        0, 0.5, requests, requests, 0, 0, 0, 0, 0.02, new LatencyHistogram(buckets));
  }

  private void served(int looks, double busy, double slower, double width) {
    for (int i = 0; i < looks; i++) {
      drift.isOtherAfter(served(busy, slower, width), SETTING);
    }
  }

  /** Whatever waits: never below the truth by more than twice the spread, nor far above it. */
  @ParameterizedTest
  @CsvSource({"0.2,1.3", "0.6,1.3", "0.75,1.3", "0.4,0.8", "0.4,2.5"})
  void itIsFoundWhateverTheLoadIs(double busy, double slower) {
    served(200, busy, slower, 0.0005);

    assertThat(drift.factor()).isBetween((1 - 2 * SPREAD) * slower, 1.15 * slower);
  }

  @Test
  void whatTakesAsLongAsWasMeasuredIsNoDrift() {
    for (int i = 0; i < 1000; i++) {
      assertThat(drift.isOtherAfter(served(0.7, 1, 0.0005), SETTING)).isFalse();
    }
    assertThat(drift.factor()).isEqualTo(1);
  }

  /** 14.7 ms are measured; 10 to 20 ms may be these, 20 to 30 are at least 1.3 times as much. */
  @Test
  void aCoarseHistogramShowsLargeDriftsOnly() {
    served(200, 0.3, 1.2, 0.01);
    assertThat(drift.factor()).isEqualTo(1);
    served(200, 0.3, 1.9, 0.01);
    assertThat(drift.factor()).isBetween(1.9, 0.03 / SERVER.seconds(SETTING) / (1 - 2 * SPREAD));
  }

  @Test
  void aServerThatIsTooBusyAndSettingsThatChangeSayNothing() {
    served(200, 1.2, 1.3, 0.0005);
    assertThat(drift.factor()).isEqualTo(1);

    for (int i = 0; i < 200; i++) {
      ServingSetting inForce = i % 2 == 0 ? SETTING : null;
      assertThat(drift.isOtherAfter(served(0.3, 1.3, 0.0005), inForce)).isFalse();
    }
  }
}
