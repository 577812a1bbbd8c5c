package io.wattune.replay;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** Names runs, so that several may use one broker. */
final class RunId {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunId() {}

  /** For example {@code 20260102-030405-9f3a61c2}. */
  static String next() {
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    return TIME.format(Instant.now()) + "-" + HexFormat.of().formatHex(random);
  }
}
