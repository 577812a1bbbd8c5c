package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static NamedEnergy energy(String device, double joules) {
    return new NamedEnergy(device, "", Map.of(), 1, joules, 0, 0, 10, Quality.CORRECTED);
  }
}
