package io.wattune.schemas.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NodeCodeTest {
  private static final byte[] TOPIC = bytes("wattune.readings");
  private static final byte[] KEY = bytes("n1/gpu");
  private static final byte[] VALUE = {1, 2, 3};

  private final NodeCodeKey master = NodeCodeKey.generate();
  private final NodeCodeKey ofNode = master.ofNode("n1");
  private final NodeCode codes = new NodeCode();

  @Test
  void aCodeIsRightForItsRecordOnly() {
    byte[] code = codes.of(ofNode, TOPIC, KEY, VALUE);

    assertThat(code).hasSize(NodeCode.BYTES);
    assertThat(isRight(ofNode, TOPIC, KEY, VALUE, code)).isTrue();
    assertThat(isRight(ofNode, bytes("wattune.counters"), KEY, VALUE, code)).isFalse();
    assertThat(isRight(ofNode, TOPIC, bytes("n1/gpv"), VALUE, code)).isFalse();
    assertThat(isRight(ofNode, TOPIC, KEY, new byte[] {1, 2, 4}, code)).isFalse();
    assertThat(isRight(ofNode, TOPIC, KEY, new byte[0], code)).isFalse();
    assertThat(isRight(ofNode, TOPIC, KEY, null, code)).isFalse();
  }

  /** No byte may move from one part to the next. */
  @Test
  void partsAreKeptApart() {
    byte[] code = codes.of(ofNode, bytes("ab"), bytes("c"), VALUE);

    assertThat(isRight(ofNode, bytes("a"), bytes("bc"), VALUE, code)).isFalse();
    assertThat(codes.of(ofNode, TOPIC, KEY, null))
        .isNotEqualTo(codes.of(ofNode, TOPIC, KEY, new byte[0]));
  }

  @Test
  void aNodesKeyIsOfThatNodeAndThatMasterOnly() {
    byte[] code = codes.of(ofNode, TOPIC, KEY, VALUE);

    assertThat(isRight(master.ofNode("n1"), TOPIC, KEY, VALUE, code)).as("derived again").isTrue();
    assertThat(isRight(master.ofNode("n2"), TOPIC, KEY, VALUE, code)).isFalse();
    assertThat(isRight(master, TOPIC, KEY, VALUE, code)).isFalse();
    assertThat(isRight(NodeCodeKey.generate().ofNode("n1"), TOPIC, KEY, VALUE, code)).isFalse();
  }

  @Test
  void everyByteOfTheCodeCountsAndNoOtherLength() {
    byte[] code = codes.of(ofNode, TOPIC, KEY, VALUE);
    for (int i = 0; i < code.length; i++) {
      byte[] other = code.clone();
      other[i] ^= 1;
      assertThat(isRight(ofNode, TOPIC, KEY, VALUE, other)).isFalse();
    }
    assertThat(isRight(ofNode, TOPIC, KEY, VALUE, Arrays.copyOf(code, 15))).isFalse();
    assertThat(isRight(ofNode, TOPIC, KEY, VALUE, Arrays.copyOf(code, 32))).isFalse();
    assertThat(isRight(ofNode, TOPIC, KEY, VALUE, new byte[0])).isFalse();
  }

  @Test
  void aKeyIsReadFromItsTextAndShownNowhereElse() {
    assertThat(NodeCodeKey.parse(ofNode.text() + "\n").text()).isEqualTo(ofNode.text());
    assertThat(ofNode.toString()).doesNotContain(ofNode.text());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeCodeKey.parse("c2hvcnQ="))
        .withMessageContaining("5 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeCodeKey.parse("no base64!"))
        .withMessageNotContaining("no base64!");
  }

  private boolean isRight(NodeCodeKey key, byte[] topic, byte[] name, byte[] value, byte[] code) {
    return codes.isRight(key, topic, name, value, code);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
