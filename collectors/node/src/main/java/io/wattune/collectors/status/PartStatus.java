package io.wattune.collectors.status;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wattune.http.HealthReport;
import io.wattune.http.HealthStatus;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a part says of itself, as it stands in a file: a line with the status, a check sum and the
 * two lengths; the answer of {@code /health}; that of {@code /metrics}.
 *
 * @param health JSON
 * @param metrics Prometheus' text
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record PartStatus(HealthStatus status, byte[] health, byte[] metrics) {
  /** Far more than the metrics of a node. */
  static final int MOST_BYTES = 8 << 20;

  private static final Pattern HEAD =
      Pattern.compile("(UP|DEGRADED|DOWN) ([0-9a-f]{1,8}) (\\d{1,8}) (\\d{1,8})");
  private static final int LONGEST_HEAD = 64;

  static PartStatus of(HealthReport report, byte[] metrics) {
    return new PartStatus(report.status(), report.json(), metrics);
  }

  byte[] bytes() {
    String head =
        "%s %s %s %s\n"
            .formatted(
                status,
                Integer.toHexString(checkSum(health, metrics)),
                health.length,
                metrics.length);
    return ByteBuffer.allocate(head.length() + health.length + metrics.length)
        .put(head.getBytes(US_ASCII))
        .put(health)
        .put(metrics)
        .array();
  }

  /** Reads it; null where it is not whole, since it is being written. */
  static @Nullable PartStatus read(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && end < LONGEST_HEAD && bytes[end] != '\n') {
      end++;
    }
    Matcher head = HEAD.matcher(new String(bytes, 0, end, US_ASCII));
    if (!head.matches()) {
      return null;
    }
    int healthBytes = Integer.parseInt(head.group(3));
    int metricsBytes = Integer.parseInt(head.group(4));
    if (bytes.length - end - 1 < healthBytes + metricsBytes) {
      return null;
    }
    byte[] health = new byte[healthBytes];
    byte[] metrics = new byte[metricsBytes];
    ByteBuffer.wrap(bytes).position(end + 1).get(health).get(metrics);
    return Integer.toHexString(checkSum(health, metrics)).equals(head.group(2))
        ? new PartStatus(HealthStatus.valueOf(head.group(1)), health, metrics)
        : null;
  }

  private static int checkSum(byte[] health, byte[] metrics) {
    CRC32C sum = new CRC32C();
    sum.update(health);
    sum.update(metrics);
    return (int) sum.getValue();
  }
}
