package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
  private static final String READ = "read-token-0123456789";
  private static final String OPERATE = "operate-token-0123456789";

  @Test
  void readsBothTokens() {
    Access access = of("# ours\n\nread=" + READ + "\n  operate=" + OPERATE + "  \n");

    assertThat(access)
        .isEqualTo(
            new Access(
                List.of(
                    new Access.Token(Role.READ, "read", READ),
                    new Access.Token(Role.OPERATE, "operate", OPERATE))));
    assertThat(access.find(READ)).map(Access.Token::role).contains(Role.READ);
    assertThat(access.find(OPERATE)).map(Access.Token::role).contains(Role.OPERATE);
    assertThat(access.find(READ + "x")).isEmpty();
    assertThat(access.find("")).isEmpty();
    assertThat(access.isOpen()).isFalse();
  }

  @Test
  void oneTokenIsEnough() {
    assertThat(of("read=" + READ).find(OPERATE)).isEmpty();
    assertThat(of("operate=" + OPERATE).find(OPERATE)).isPresent();
  }

  @Test
  void aTokenSaysWhoseItIs() {
    Access access = of("operate.ada=" + OPERATE + "\nread.prometheus=" + READ + "\n");

    assertThat(access.find(OPERATE)).map(Access.Token::who).contains("ada");
    assertThat(access.find(OPERATE)).map(Access.Token::role).contains(Role.OPERATE);
    assertThat(access.find(READ)).map(Access.Token::who).contains("prometheus");
    assertThat(access.find(READ)).map(Access.Token::role).contains(Role.READ);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing",
        "read-token-0123456789",
        "admin=read-token-0123456789",
        "read=short",
        "read=with blanks in 0123456789",
        "read=read-token-0123456789\nread=operate-token-0123456789",
        "read=read-token-0123456789\noperate=read-token-0123456789",
        "operate.ada=read-token-0123456789\noperate.ada=operate-token-0123456789",
        "operate.=read-token-0123456789",
        "operate.a b=read-token-0123456789",
      })
  void refusesWhatGivesNoAccessAndShowsNoToken(String text) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("0123456789");
  }

  @Test
  void tokensAreNeverShown() {
    assertThat(
            new Access(
                    List.of(
                        new Access.Token(Role.READ, "read", READ),
                        new Access.Token(Role.OPERATE, "operate", OPERATE)))
                .toString())
        .doesNotContain("0123456789");
  }

  private static Access of(String text) {
    return Access.of("tokens", text);
  }
}
