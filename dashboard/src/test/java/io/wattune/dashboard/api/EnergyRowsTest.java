package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.wattune.core.Quality;
import io.wattune.store.history.NamedEnergy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnergyRowsTest {

  /** Fails where what a node's meter measures once more is added to what its devices took. */
  @Test
  void aNodesOwnMeterIsInNoSumBesideItsDevices() {
    List<NamedEnergy> all =
        List.of(energy("n1/node", 900), energy("n1/a", 300), energy("n2/node", 50));

    List<NamedEnergy> counted = EnergyRows.counted(all);

    assertThat(counted).extracting(NamedEnergy::device).containsExactly("n1/a", "n2/node");
    assertThat(EnergyRows.total(counted)).isEqualTo(350);
    assertThat(EnergyRows.counted(List.of(energy("n1/node", 900))))
        .as("of who asks for the meter alone")
        .hasSize(1);
  }

  /** Fails where one poor entry of a thousand names the whole row. */
  @Test
  void aRowIsNamedByWhatMostOfItsEnergyIsAndShowsTheSharesOfTheRest() {
    List<NamedEnergy> parts =
        List.of(
            kernel("n1/a", 90, Quality.CORRECTED),
            kernel("n1/a", 7, Quality.GAP),
            kernel("n2/b", 3, Quality.ESTIMATED));

    EnergyAnswer.Row row = EnergyRows.of(parts, EnergyBy.KERNEL, 100).get(0);

    assertThat(row.quality()).isEqualTo("corrected");
    assertThat(row.qualityShares())
        .containsExactly(entry("corrected", 0.9), entry("gap", 0.07), entry("estimated", 0.03));
  }

  @Test
  void aRowWithoutEnergyHasItsWorstQuality() {
    List<NamedEnergy> parts =
        List.of(kernel("n1/a", 0, Quality.CORRECTED), kernel("n1/a", 0, Quality.INVALID));

    EnergyAnswer.Row row = EnergyRows.of(parts, EnergyBy.KERNEL, 100).get(0);

    assertThat(row.quality()).isEqualTo("invalid");
    assertThat(row.qualityShares()).isNull();
  }

  private static NamedEnergy kernel(String device, double joules, Quality quality) {
    return new NamedEnergy(device, "gemm", false, Map.of(), 1, joules, 0, 0, 1, quality);
  }

  private static NamedEnergy energy(String device, double joules) {
    return new NamedEnergy(device, "", false, Map.of(), 1, joules, 0, 0, 10, Quality.CORRECTED);
  }
}
