package io.wattune.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.kafka.common.internals.Topic;
import org.junit.jupiter.api.Test;

class NamespaceTest {

  @Test
  void prefixesEveryName() {
    Namespace replay = Namespace.replay("k20-1");

    assertThat(Namespace.live().topic(io.wattune.schemas.topics.Topic.READINGS))
        .isEqualTo("wattune.readings");
    assertThat(replay.topic(io.wattune.schemas.topics.Topic.ENERGY))
        .isEqualTo("wattune.replay.k20-1.energy");
    assertThat(replay.group("ledger")).isEqualTo("wattune.replay.k20-1.ledger");
    assertThat(replay.transactionalIdPrefix("ledger")).isEqualTo("wattune.replay.k20-1.tx.ledger.");
    assertThat(replay.isReplay()).isTrue();
    assertThat(Namespace.live().isReplay()).isFalse();
  }

  @Test
  void namesAreLegalInKafkaUpToTheLongest() {
    String run = "r".repeat(200 - "wattune.replay.".length());

    for (var topic : io.wattune.schemas.topics.Topic.values()) {
      Topic.validate(Namespace.replay(run).topic(topic));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> Namespace.replay(run + "r"));
  }

  @Test
  void refusesWhatKafkaRefuses() {
    for (String run : new String[] {"", "a b", "a/b", "ä", "a\n", "a:b"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Namespace.replay(run))
          .withMessageContaining("run must be");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Namespace.live().group(run))
          .withMessageContaining("part must be");
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new Namespace("other"));
  }

  @Test
  void oneTransactionalPrefixIsNeverTheBeginningOfAnother() {
    assertThat(Namespace.live().transactionalIdPrefix("ledger2"))
        .doesNotStartWith(Namespace.live().transactionalIdPrefix("ledger"));
  }
}
