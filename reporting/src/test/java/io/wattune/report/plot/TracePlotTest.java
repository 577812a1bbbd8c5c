package io.wattune.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TracePlotTest {
  @Test
  void errorsAreStatedWithTwoDigits() {
    assertThat(figures(844.668, 3.02).label()).isEqualTo("844.7 ± 3.0 J");
    assertThat(figures(16.906, 0.137).label()).isEqualTo("16.91 ± 0.14 J");
    assertThat(figures(84_466.8, 302).label()).isEqualTo("84467 ± 302 J");
    assertThat(figures(0.5, 0.00001).label()).isEqualTo("0.500 ± 0.000 J");
    assertThat(figures(20, 0).label()).isEqualTo("20.0 ± 0.0 J");
  }

  @Test
  void aLedgerEntryBecomesAShade() {
    var entry =
        new EntryDraft(
                "kernel/gpu/power.draw/7", Book.KERNEL, "gpu", "power.draw", 1_000, 2_000_001_000L)
            .revision(2, 0, true)
            .activity("7", null, "sort", Map.of())
            .energy(844_668_000L, 732_000_000L)
            .error(3_000_000L, 2_000_000L)
            .seen(0.99, Quality.CORRECTED, "profile")
            .entry();

    Shade shade = Shade.of(entry);

    assertThat(shade.label()).isEqualTo("sort  844.7 ± 3.0 J");
    assertThat(shade.level()).isEqualTo("kernel");
    assertThat(shade.durationSeconds()).isEqualTo(2);
    assertThat(shade.energy().rawDeviation()).isCloseTo(732 / 844.668 - 1, within(1e-12));
    assertThat(shade.energy().coverage()).isEqualTo(0.99);
  }

  @Test
  void aPlotWithoutPointsIsRefused() {
    var empty = Series.of("raw", SeriesRole.RAW, new long[0], new double[0]);

    assertThatThrownBy(() -> new TracePlot("t", "", List.of(empty), List.of(), List.of()))
        .hasMessageContaining("no series has a point");
  }

  @Test
  void seriesOfOneNameAreRefused() {
    var one = Series.of("raw", SeriesRole.RAW, new long[] {1}, new double[] {1});

    assertThatThrownBy(() -> new TracePlot("t", "", List.of(one, one), List.of(), List.of()))
        .hasMessageContaining("name of its own");
  }

  @Test
  void columnsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> Series.of("raw", SeriesRole.RAW, new long[2], new double[3]))
        .hasMessageContaining("2 times, 3 powers");
    assertThatThrownBy(() -> Series.of("raw", SeriesRole.RAW, new long[] {2, 1}, new double[2]))
        .hasMessageContaining("order of time, is not at point 1");
  }

  @Test
  void timeCountsFromTheFirstPointOfAnySeries() {
    var late = Series.of("a", SeriesRole.RAW, new long[] {3_000_000_000L}, new double[] {1});
    var early = Series.of("b", SeriesRole.METER, new long[] {1_000_000_000L}, new double[] {1});
    var plot = new TracePlot("t", "", List.of(late, early), List.of(), List.of());

    assertThat(plot.seconds(3_000_000_000L)).isEqualTo(2);
    assertThat(plot.endNanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void theRangeHoldsZeroAndEveryValueThatIsThere() {
    long[] times = {1, 2, 3};
    var noisy = Series.of("a", SeriesRole.TRUE, times, new double[] {-3, Double.NaN, 50});
    var calm = Series.of("b", SeriesRole.RAW, times, new double[] {20, 21, 22});

    var both = new TracePlot("t", "", List.of(noisy, calm), List.of(), List.of());
    var one = new TracePlot("t", "", List.of(calm), List.of(), List.of());

    assertThat(both.lowestWatts()).isEqualTo(-3);
    assertThat(both.highestWatts()).isEqualTo(50);
    assertThat(one.lowestWatts()).isZero();
  }

  @Test
  void thinningOutKeepsTheColumnsTogether() {
    int n = 20_000;
    long[] times = new long[n];
    double[] watts = new double[n];
    double[] errors = new double[n];
    for (int i = 0; i < n; i++) {
      times[i] = 10L * i;
      watts[i] = Math.sin(i);
      errors[i] = i;
    }

    Series thin = new Series("a", SeriesRole.TRUE, times, watts, errors).decimated(1_000);

    assertThat(thin.watts().length).isBetween(900, 1_000);
    for (int i = 0; i < thin.watts().length; i++) {
      int original = (int) (thin.timesNanos()[i] / 10);
      assertThat(thin.watts()[i]).isEqualTo(watts[original]);
      assertThat(thin.errorWatts()[i]).isEqualTo(original);
    }
  }

  private static EnergyFigures figures(double energyJoules, double standardErrorJoules) {
    return new EnergyFigures(energyJoules, standardErrorJoules, 1, 1, Quality.CORRECTED);
  }
}
