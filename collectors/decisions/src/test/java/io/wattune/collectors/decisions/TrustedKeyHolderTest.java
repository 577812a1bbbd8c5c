package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A running writer may become more careful and never less. */
class TrustedKeyHolderTest {
  private final TrustedKeys one = keys(true);
  private final TrustedKeys another = keys(true);

  private static TrustedKeys keys(boolean isRequired) {
    SigningKey key = SigningKey.generate();
    return new TrustedKeys(
        isRequired, List.of(TrustedKey.of(key.id(), key.publicKey(), 0, Long.MAX_VALUE)));
  }

  @Test
  void whoBelievedEverybodyMayBelieveSome() {
    var believed = new TrustedKeyHolder(TrustedKeys.NONE);

    assertThat(believed.follow(keys(false))).isNull();
    assertThat(believed.follow(one)).isNull();

    assertThat(believed.now().isRequired()).isTrue();
    assertThat(believed.now().keys()).isEqualTo(one.keys());
  }

  @Test
  void whoBelievedSomeDoesNotBelieveEverybody() {
    var believed = new TrustedKeyHolder(one);

    assertThat(believed.follow(TrustedKeys.NONE)).contains("lists no key");
    assertThat(believed.follow(new TrustedKeys(false, another.keys())))
        .contains("does not require a signature");
    assertThat(believed.now()).isEqualTo(one);

    assertThat(believed.follow(another)).isNull();
    assertThat(believed.now().keys()).isEqualTo(another.keys());
    assertThat(believed.now().removed()).containsExactly(one.keys().get(0).id());
  }
}
