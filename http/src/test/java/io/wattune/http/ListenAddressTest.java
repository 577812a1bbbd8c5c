package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:9101, 127.0.0.1, 9101, true",
    "localhost:0, localhost, 0, true",
    "LocalHost:1, localhost, 1, true",
    "[::1]:9101, ::1, 9101, true",
    "0.0.0.0:80, 0.0.0.0, 80, false",
    "[::]:80, ::, 80, false",
    "gpu-7.example:80, gpu-7.example, 80, false",
    "127.example.org:80, 127.example.org, 80, false",
  })
  void readsHostAndPort(String text, String host, int port, boolean isLoopback) {
    ListenAddress address = ListenAddress.parse(text);

    assertThat(address).isEqualTo(new ListenAddress(host, port));
    assertThat(address.isLoopback()).isEqualTo(isLoopback);
    assertThat(ListenAddress.parse(address.toString())).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "9101", ":9101", "host", "host:", "host:x", "host:65536", "host:-1", "::1:80"})
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> ListenAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not HOST:PORT");
  }

  @Test
  void whatOthersReachNeedsAToken() {
    var others = new ListenAddress("0.0.0.0", 80);

    assertThatThrownBy(() -> new PartServerOptions("test", "1", others, Access.OPEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.0.0.0:80 can be reached by other machines")
        .hasMessageContaining("--token-file");
    var locked = new Access(List.of(new Access.Token(Role.READ, "read", "read-token-0123456789")));
    assertThat(new PartServerOptions("test", "1", others, locked).access()).isEqualTo(locked);
  }
}
