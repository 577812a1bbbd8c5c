package io.wattune.store.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTest {

  @ParameterizedTest
  @ValueSource(strings = {"ftp://h:1", "h:9000", "http://", "http://u:p@h:1", "http://h:1?x=y"})
  void whatIsNoAddressOfAStoreIsRefusedWithoutItsSecrets(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StoreAddress.questDb(URI.create(url.equals("http://") ? "http:/x" : url)))
        .withMessageContaining("http://HOST:PORT")
        .withMessageNotContaining("u:p");
  }

  @Test
  void theTokenIsNotPrinted() {
    var address =
        new StoreAddress(URI.create("http://h:1"), StoreKind.INFLUXDB, "o", "b", "secret");

    assertThat(address.toString()).isEqualTo("INFLUXDB at http://h:1");
  }
}
