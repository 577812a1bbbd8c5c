package io.wattune.core.ledger.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RollUpTest {
  private final List<LedgerEntry> entries =
      List.of(
          entry("n1/a", "k1", "gemm", Map.of("job", "7", "user", "ada"), 100, 5, 3),
          entry("n1/a", "k2", "gemm", Map.of("job", "8"), 50, 5, 4),
          entry("n2/b", "k3", "gemm", Map.of("job", "7", "user", "bob"), 30, 13, 12),
          entry("n2/b", "k4", "copy", Map.of("user", "bob"), 400, 2, 0),
          entry("n2/b", null, null, Map.of(), 1000, 1, 0));

  @Test
  void scaleAddsUpWithinADeviceAndTheRestInSquares() {
    List<EnergyTotal> totals = RollUp.byName(Book.KERNEL, entries);

    assertThat(totals).extracting(EnergyTotal::key).containsExactly("copy", "gemm", null);
    EnergyTotal gemm = totals.get(1);
    assertThat(gemm.energyMicrojoules()).isEqualTo(180);
    assertThat(gemm.entries()).isEqualTo(3);
    // (3 + 4)^2 + 12^2 of two devices; 4^2 + 3^2 + 5^2 of three entries.
    assertThat(gemm.scaleErrorMicrojoules()).isEqualTo(Math.round(Math.sqrt(193)));
    assertThat(gemm.standardErrorMicrojoules()).isEqualTo(Math.round(Math.sqrt(193 + 50)));
    assertThat(gemm.quality()).isEqualTo(Quality.CORRECTED);
    assertThat(totals.get(2).isRemainder()).isTrue();
  }

  @Test
  void sumsByLabelAndByNodeAreTheBook() {
    for (List<EnergyTotal> totals :
        List.of(
            RollUp.byLabel(Book.KERNEL, entries, "job"),
            RollUp.byLabel(Book.KERNEL, entries, "user"),
            RollUp.byNode(Book.KERNEL, entries))) {
      assertThat(totals.stream().mapToLong(EnergyTotal::energyMicrojoules).sum()).isEqualTo(1580);
    }
    assertThat(RollUp.byLabel(Book.KERNEL, entries, "user"))
        .extracting(EnergyTotal::key, EnergyTotal::energyMicrojoules)
        .containsExactly(
            tuple("bob", 430L), tuple("ada", 100L), tuple(null, 50L), tuple(null, 1000L));
    assertThat(RollUp.byNode(Book.KERNEL, entries))
        .extracting(EnergyTotal::key)
        .containsExactly("n2", "n1", null);
    assertThat(RollUp.byName(Book.JOB, entries)).isEmpty();
  }

  @Test
  void idleIsKnownWhereItIsKnownOfEach() {
    List<EnergyTotal> totals = RollUp.byName(Book.KERNEL, entries);

    assertThat(totals.get(1).idleMicrojoules()).isEqualTo(6);
    assertThat(totals.get(2).idleMicrojoules()).isNull();
  }

  private static LedgerEntry entry(
      String device,
      @Nullable String id,
      @Nullable String name,
      Map<String, String> labels,
      long energy,
      long error,
      long scale) {
    return new EntryDraft("kernel/" + id, Book.KERNEL, device, "power", 0, 1_000_000_000)
        .revision(0, 0, true)
        .activity(id, null, name, labels)
        .energy(energy, energy)
        .error(error, scale)
        .seen(1, Quality.CORRECTED, "p")
        .attribution(new Attribution(1, id == null ? null : (Long) 2L, null, false))
        .entry();
  }
}
