package io.wattune.replay.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.meter.NodeFit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A node that takes 150 W beside its two GPUs, whose power comes through a supply with a loss. */
class NodeMeterReportTest {
  private static final long WINDOW = Book.WINDOW10S.windowNanos();
  private static final int WINDOWS = 30;

  private static double gpu(int window, int gpu) {
    return 100 + 20 * ((window * (gpu + 3)) % 11);
  }

  private static double node(int window) {
    return 150 + 1.08 * (gpu(window, 0) + gpu(window, 1));
  }

  @Test
  void theFitFindsWhatTheNodeTakesBesideItsDevices() {
    List<NodeMeterReport> meters =
        NodeMeterReport.of(
            Samples.result(
                List.of(
                    device("n1/a", w -> gpu(w, 0), -1),
                    device("n1/b", w -> gpu(w, 1), -1),
                    device("n1/node", NodeMeterReportTest::node, -1),
                    device("n2/a", w -> 50, -1))));

    assertThat(meters).hasSize(1);
    NodeMeterReport meter = meters.get(0);
    assertThat(meter.node()).isEqualTo("n1");
    assertThat(meter.devices()).isEqualTo(2);
    assertThat(meter.windows()).isEqualTo(WINDOWS);
    NodeFit fit = meter.fit().orElseThrow();
    assertThat(fit.gain()).isCloseTo(1.08, within(1e-6));
    assertThat(fit.offsetWatts()).isCloseTo(150, within(1e-3));
    assertThat(meter.meterJoules()).isGreaterThan(meter.sumJoules());
  }

  @Test
  void aWindowThatOneOfThemDidNotSeeIsNotCompared() {
    NodeMeterReport meter =
        NodeMeterReport.of(
                Samples.result(
                    List.of(
                        device("n1/a", w -> gpu(w, 0), 7),
                        device("n1/b", w -> gpu(w, 1), -1),
                        device("n1/node", NodeMeterReportTest::node, 9))))
            .get(0);

    assertThat(meter.windows()).isEqualTo(WINDOWS - 2);
    assertThat(meter.fit().orElseThrow().gain()).isCloseTo(1.08, within(1e-6));
  }

  @Test
  void withoutOtherDevicesOrWithOnesThatNeverChangeNothingIsClaimed() {
    ReplayResult alone = Samples.result(List.of(device("n1/node", NodeMeterReportTest::node, -1)));
    ReplayResult steady =
        Samples.result(
            List.of(
                device("n1/a", w -> 100, -1), device("n1/node", NodeMeterReportTest::node, -1)));

    assertThat(NodeMeterReport.of(alone).get(0).fit()).isEmpty();
    assertThat(NodeMeterReport.of(steady).get(0).fit()).isEmpty();
    assertThat(TextReport.of(steady, null)).contains("too much alike, to distinguish a gain");
  }

  @Test
  void theReportsHaveIt() {
    ReplayResult result =
        Samples.result(
            List.of(
                device("n1/a", w -> gpu(w, 0), -1),
                device("n1/b", w -> gpu(w, 1), -1),
                device("n1/node", NodeMeterReportTest::node, -1)));

    assertThat(TextReport.of(result, null))
        .contains("n1  the node's own meter")
        .contains("node = 150.0 W");
    assertThat(JsonReport.of(result).at("/nodeMeters/0/gain").asDouble())
        .isCloseTo(1.08, within(1e-6));
    assertThat(JsonReport.of(Samples.twoDevices()).has("nodeMeters")).isFalse();
  }

  private static DeviceResult device(String device, IntToDoubleFunction watts, int gap) {
    List<LedgerEntry> windows = new ArrayList<>();
    for (int i = 0; i < WINDOWS; i++) {
      long start = Samples.START_NANOS + i * WINDOW;
      long microjoules = Math.round(watts.applyAsDouble(i) * WINDOW * 1e-3);
      Quality quality = i == gap ? Quality.GAP : Quality.CORRECTED;
      windows.add(
          new EntryDraft(
                  "window10s/" + device + "/" + i,
                  Book.WINDOW10S,
                  device,
                  "power",
                  start,
                  start + WINDOW)
              .revision(1, 0, true)
              .energy(microjoules, microjoules)
              .error(1_000L, 0L)
              .seen(1, quality, "p-1")
              .entry());
    }
    DeviceResult like = Samples.device(device, null);
    return new DeviceResult(
        device,
        "power",
        like.counts(),
        0,
        like.profile(),
        like.trace(),
        List.of(),
        windows,
        like.power(),
        TrueTrace.NONE,
        null);
  }
}
