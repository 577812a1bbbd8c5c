package io.wattune.schemas.codec;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code hold-of} of a hold: what is to be left alone, so that a reader that cannot read
 * the record, which a newer release may have written, leaves alone what it names and nothing else.
 * {@code all}, or {@code node}, {@code device} or {@code job}, a blank and the name, UTF-8.
 */
public final class HoldHeader {
  /** Name of the header. */
  public static final String NAME = "hold-of";

  private static final int MOST_BYTES = 3 * RecordLimits.MOST_TEXT + 16;

  private HoldHeader() {}

  /** The header of a hold. */
  public static Header of(Hold hold) {
    String scope = hold.scope().name().toLowerCase(Locale.ROOT);
    String text = hold.scope() == HoldScope.ALL ? scope : scope + " " + hold.name();
    return new RecordHeader(NAME, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The hold that an unreadable record names; null where it names nothing.
   *
   * @param id its key
   * @param why what is wrong with it
   */
  public static @Nullable Hold read(Headers headers, String id, String why) {
    Header header = headers.lastHeader(NAME);
    if (header == null || header.value() == null || header.value().length > MOST_BYTES) {
      return null;
    }
    String text = new String(header.value(), StandardCharsets.UTF_8);
    int blank = text.indexOf(' ');
    String word = blank < 0 ? text : text.substring(0, blank);
    String name = blank < 0 ? "" : text.substring(blank + 1);
    for (HoldScope scope : HoldScope.values()) {
      boolean isNamed = scope == HoldScope.ALL == name.isEmpty();
      if (isNamed && scope.name().toLowerCase(Locale.ROOT).equals(word)) {
        return new Hold(
            id,
            scope,
            name,
            Long.MIN_VALUE,
            Hold.UNTIL_RELEASED,
            "unknown",
            "a record that cannot be read: " + why,
            false);
      }
    }
    return null;
  }
}
