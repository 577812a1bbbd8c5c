package io.wattune.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.RollUp;
import io.wattune.core.power.ClockLife;
import io.wattune.store.history.NamedEnergy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveEnergyTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_700_000_000L * SECOND;

  static LedgerEntry kernel(
      String device, String id, int revision, boolean isFinal, long startNanos, double joules) {
    return new EntryDraft(
            "kernel/" + device + "/s/" + id,
            Book.KERNEL,
            device,
            "s",
            startNanos,
            startNanos + SECOND)
        .revision(revision, ClockLife.of(revision), isFinal)
        .activity(id, null, "gemm", Map.of("job", "alice"))
        .energy(Math.round(joules * 1e6), Math.round(joules * 1e6))
        .error(5_000_000, 3_000_000)
        .seen(1, revision == 0 ? Quality.ESTIMATED : Quality.CORRECTED, "p")
        .entry();
  }

  private static LiveEnergy energy() {
    return new LiveEnergy(900 * SECOND, 100, 100);
  }

  @Test
  void aRevisionReplacesAndTakesItsQualityWithIt() {
    LiveEnergy energy = energy();
    assertThat(energy.take(kernel("d", "1", 0, false, START, 10))).isEqualTo(10_000_000);
    assertThat(energy.take(kernel("d", "2", 0, false, START, 20))).isEqualTo(20_000_000);
    assertThat(energy.take(kernel("d", "1", 1, true, START, 12))).isEqualTo(2_000_000);
    assertThat(energy.take(kernel("d", "2", 1, true, START, 20))).isZero();

    List<NamedEnergy> sums = energy.sums(Book.KERNEL, START, START + 10 * SECOND, null);
    assertThat(sums).hasSize(1);
    NamedEnergy sum = sums.get(0);
    assertThat(sum.energyJoules()).isEqualTo(32);
    assertThat(sum.entries()).isEqualTo(2);
    assertThat(sum.quality()).isEqualTo(Quality.CORRECTED);
    assertThat(sum.labels()).containsEntry("job", "alice");
    assertThat(sum.scaleErrorJoules()).as("adds up within a device").isEqualTo(6);
    // 5^2 - 3^2, twice; the last bits of a double.
    assertThat(sum.independentVariance()).isEqualTo(32, within(1e-9));
    assertThat(sum.seconds()).isEqualTo(2, within(1e-9));
  }

  /** Fails where a revision leaves what an entry gave to the user whom it named before. */
  @Test
  void energiesByUserAreThoseOfTheReportAlsoWhereARevisionNamesAnother() {
    LiveEnergy energy = energy();
    List<LedgerEntry> newest =
        List.of(
            owned("1", 1, "gemm", Map.of("user", "bob"), 10),
            owned("2", 0, "gemm", Map.of("user", "ada"), 20),
            owned("3", 0, "copy", Map.of("user", "ada"), 5),
            owned("4", 1, "copy", Map.of("job", "7"), 3),
            owned(null, 0, null, Map.of(), 100));
    energy.take(owned("1", 0, "gemm", Map.of("user", "ada"), 9));
    energy.take(owned("4", 0, "copy", Map.of("user", "ada"), 4));
    newest.forEach(energy::take);

    List<NamedEnergy> users = energy.userSums(Book.KERNEL, START, START + 10 * SECOND, null);

    assertThat(users)
        .extracting(
            NamedEnergy::name,
            NamedEnergy::isRemainder,
            NamedEnergy::entries,
            each -> Math.round(each.energyJoules() * 1e6))
        .containsExactlyInAnyOrderElementsOf(
            RollUp.byLabel(Book.KERNEL, newest, "user").stream()
                .map(
                    total ->
                        tuple(
                            total.key() == null ? "" : total.key(),
                            total.isRemainder(),
                            total.entries(),
                            total.energyMicrojoules()))
                .toList());
    assertThat(energy.sums(Book.KERNEL, START, START + 10 * SECOND, null))
        .as("names that users share are one row")
        .extracting(NamedEnergy::name)
        .containsExactlyInAnyOrder("gemm", "copy", "");
  }

  private static LedgerEntry owned(
      @Nullable String id,
      int revision,
      @Nullable String name,
      Map<String, String> labels,
      double joules) {
    return new EntryDraft("kernel/d/s/" + id, Book.KERNEL, "d", "s", START, START + SECOND)
        .revision(revision, ClockLife.of(revision), false)
        .activity(id, null, name, labels)
        .energy(Math.round(joules * 1e6), Math.round(joules * 1e6))
        .error(5_000_000, 3_000_000)
        .seen(1, Quality.CORRECTED, "p")
        .entry();
  }

  @Test
  void anOlderRevisionChangesNothing() {
    LiveEnergy energy = energy();
    energy.take(kernel("d", "1", 1, false, START, 12));
    assertThat(energy.take(kernel("d", "1", 0, false, START, 10))).isZero();
    assertThat(energy.take(kernel("d", "1", 2, false, START, 13))).isEqualTo(1_000_000);
  }

  @Test
  void aRevisionOfWhatWasForgottenIsCountedAndLeftOut() {
    LiveEnergy energy = new LiveEnergy(900 * SECOND, 100, 2);
    for (int i = 0; i < 4; i++) {
      energy.take(kernel("d", "k" + i, 0, false, START + i * SECOND, 10));
    }
    assertThat(energy.take(kernel("d", "k0", 1, true, START, 12))).isZero();
    assertThat(energy.unknownRevisions()).isEqualTo(1);
    assertThat(energy.take(kernel("d", "k3", 1, true, START + 3 * SECOND, 12)))
        .isEqualTo(2_000_000);
  }

  @Test
  void tooManyNamesAreCountedAndLeftOut() {
    LiveEnergy energy = new LiveEnergy(900 * SECOND, 1, 100);
    energy.take(kernel("a", "1", 0, true, START, 10));
    energy.take(kernel("b", "1", 0, true, START, 10));
    assertThat(energy.crowded()).isEqualTo(1);
    assertThat(energy.sums(Book.KERNEL, START, START + SECOND, null)).hasSize(1);
  }

  @Test
  void whatIsTooOldIsForgotten() {
    LiveEnergy energy = new LiveEnergy(60 * SECOND, 100, 100);
    energy.take(kernel("d", "1", 0, false, START, 10));
    energy.take(kernel("d", "2", 0, false, START + 100 * SECOND, 20));
    energy.prune(START + 100 * SECOND);
    assertThat(energy.sums(Book.KERNEL, START, START + 200 * SECOND, null))
        .singleElement()
        .extracting(NamedEnergy::energyJoules)
        .isEqualTo(20.0);
  }

  @Test
  void aNodeWhoseClockIsAheadDoesNotAgeTheOthers() {
    LiveEnergy energy = new LiveEnergy(60 * SECOND, 100, 100);
    energy.take(kernel("d", "1", 0, false, START, 10));
    energy.take(kernel("ahead", "2", 0, false, START + 8 * 3600 * SECOND, 20));
    energy.prune(START + 10 * SECOND);

    assertThat(energy.sums(Book.KERNEL, START, START + 200 * SECOND, null))
        .singleElement()
        .extracting(NamedEnergy::energyJoules)
        .isEqualTo(10.0);
  }

  @Test
  void whatWasForgottenOfTheHoursAheadHidesNothingOfNow() {
    LiveEnergy energy = new LiveEnergy(60 * SECOND, 100, 2);
    for (int i = 0; i < 4; i++) {
      energy.take(window("d", 0, START + (28_800 + 10 * i) * SECOND, 20));
    }

    assertThat(energy.take(window("d", 1 << 20, START, 10))).isEqualTo(10_000_000);
    assertThat(energy.unknownRevisions()).isZero();
  }

  @Test
  void oneNodeWhoseClockIsYearsAheadMakesTheOthersForgetNothing() {
    LiveEnergy energy = new LiveEnergy(60 * SECOND, 100, 100);
    energy.take(kernel("d", "1", 0, true, START, 10));
    energy.take(kernel("ahead", "1", 0, true, 2 * START, 20));
    energy.prune(START + 30 * SECOND);

    assertThat(energy.sums(Book.KERNEL, START, START + 200 * SECOND, null))
        .singleElement()
        .extracting(NamedEnergy::energyJoules)
        .isEqualTo(10.0);
  }

  @Test
  void aDeviceWhoseClockWasSetBackKeepsWhatCameSince() {
    LiveEnergy energy = new LiveEnergy(60 * SECOND, 100, 100);
    energy.take(window("d", 0, START + 8 * 3600 * SECOND, 20));
    energy.take(window("d", 1 << 20, START, 10));
    energy.take(window("d", 1 << 20, START + 10 * SECOND, 10));
    energy.prune(START + 20 * SECOND);

    assertThat(energy.sums(Book.WINDOW10S, START, START + 200 * SECOND, null))
        .singleElement()
        .extracting(NamedEnergy::energyJoules)
        .isEqualTo(20.0);
  }

  private static LedgerEntry window(String device, int revision, long startNanos, double joules) {
    LedgerEntry kernel = kernel(device, "w", revision, false, startNanos, joules);
    return new EntryDraft(
            "window10s/" + device + "/s/" + startNanos,
            Book.WINDOW10S,
            device,
            "s",
            startNanos,
            startNanos + 10 * SECOND)
        .revision(revision, ClockLife.of(revision), false)
        .energy(kernel.energyMicrojoules(), kernel.rawEnergyMicrojoules())
        .error(kernel.standardErrorMicrojoules(), kernel.scaleErrorMicrojoules())
        .seen(1, Quality.CORRECTED, "p")
        .entry();
  }
}
