package io.wattune.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceIdTest {

  @ParameterizedTest
  @CsvSource({
    "n1/node, true",
    "n1/GPU-a, false",
    "node/GPU-a, false",
    "n1/node-1, false",
    "n1/x/node, false",
    "node, false"
  })
  void aNodesOwnMeterIsTheDeviceNode(String device, boolean isMeter) {
    assertThat(DeviceId.isMeter(device)).isEqualTo(isMeter);
  }
}
