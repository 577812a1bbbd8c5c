package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
  private static final String READ = "read-token-0123456789";
  private static final String OPERATE = "operate-token-0123456789";

  @TempDir private Path folder;

  @Test
  void readsBothTokens() throws IOException {
    Access access = of("# ours\n\nread=" + READ + "\n  operate=" + OPERATE + "  \n");

    assertThat(access).isEqualTo(new Access(READ, OPERATE));
    assertThat(access.roleOf(READ)).contains(Role.READ);
    assertThat(access.roleOf(OPERATE)).contains(Role.OPERATE);
    assertThat(access.roleOf(READ + "x")).isEmpty();
    assertThat(access.roleOf("")).isEmpty();
    assertThat(access.isOpen()).isFalse();
  }

  @Test
  void oneTokenIsEnough() throws IOException {
    assertThat(of("read=" + READ).roleOf(OPERATE)).isEmpty();
    assertThat(of("operate=" + OPERATE).roleOf(OPERATE)).contains(Role.OPERATE);
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
      })
  void refusesWhatGivesNoAccessAndShowsNoToken(String text) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("0123456789");
  }

  @Test
  void tokensAreNeverShown() {
    assertThat(new Access(READ, OPERATE).toString()).doesNotContain("0123456789");
  }

  private Access of(String text) throws IOException {
    return Access.ofFile(Files.writeString(folder.resolve("tokens"), text));
  }
}
