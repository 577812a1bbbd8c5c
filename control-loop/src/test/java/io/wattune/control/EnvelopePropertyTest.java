package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class EnvelopePropertyTest {

  @Property(tries = 500)
  void whatIsPutInComesOutAgain(
      @ForAll InputKind kind,
      @ForAll int partition,
      @ForAll long offset,
      @ForAll @StringLength(max = 40) String key,
      @ForAll @Size(max = 200) byte[] value,
      @ForAll boolean hasKey,
      @ForAll boolean hasValue) {
    // A lone surrogate is no text, and Kafka's serializer would not keep it either.
    String text = new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    var envelope =
        new Envelope(kind, partition, offset, hasKey ? text : null, hasValue ? value : null);

    Envelope read = Envelope.read(envelope.toBytes());

    assertThat(read).isNotNull();
    assertThat(read.kind()).isEqualTo(kind);
    assertThat(read.partition()).isEqualTo(partition);
    assertThat(read.offset()).isEqualTo(offset);
    assertThat(read.key()).isEqualTo(envelope.key());
    assertThat(read.value()).isEqualTo(envelope.value());
  }

  @Property(tries = 2000)
  void anyBytesAreReadOrRefusedWithoutAnError(@ForAll @Size(max = 64) byte[] bytes) {
    if (bytes.length > 1) {
      bytes[0] = 1; // Past the version, or hardly any would get further.
    }
    Envelope read = Envelope.read(bytes);
    if (read != null) {
      assertThat(read.toBytes()).hasSizeGreaterThanOrEqualTo(bytes.length);
    }
  }

  @Example
  void theExampleInTheDocumentationHolds() {
    var gone = new Envelope(InputKind.DESCRIPTOR, 0, 7, "n/a", null);

    assertThat(HexFormat.of().withUpperCase().formatHex(gone.toBytes()))
        .isEqualTo("0104" + "00000000" + "0700000000000000" + "03000000" + "6E2F61");
  }

  @Example
  void anEmptyValueIsNotNoValue() {
    var empty = new Envelope(InputKind.POWER, 0, 0, "", new byte[0]);

    assertThat(Envelope.read(empty.toBytes()).value()).isNotNull().isEmpty();
  }

  @Example
  void anotherLayoutIsRefused() {
    byte[] bytes = new Envelope(InputKind.POWER, 0, 0, "n/a", new byte[3]).toBytes();
    bytes[0] = 2;

    assertThat(Envelope.read(bytes)).isNull();
    assertThat(Envelope.read(null)).isNull();
  }
}
