package io.wattune.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a part does at one moment.
 *
 * @param status that of the worst check
 */
public record HealthReport(
    String part,
    HealthStatus status,
    String version,
    long uptimeSeconds,
    List<HealthCheck> checks) {
  private static final Logger LOG = LoggerFactory.getLogger(HealthReport.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  public HealthReport {
    checks = List.copyOf(checks);
  }

  /**
   * Asks a part how it does.
   *
   * @param startedNanos when it began, by the monotonic clock
   */
  public static HealthReport of(String part, String version, Health health, long startedNanos) {
    List<HealthCheck> checks = checks(part, health);
    return new HealthReport(
        part,
        checks.stream()
            .map(HealthCheck::status)
            .max(HealthStatus::compareTo)
            .orElse(HealthStatus.UP),
        version,
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos),
        checks);
  }

  private static List<HealthCheck> checks(String part, Health health) {
    try {
      return health.checks();
    } catch (RuntimeException e) {
      LOG.error("the health of {} cannot be read", part, e);
      return List.of(HealthCheck.down("health", "cannot be read; the log says why"));
    }
  }

  /** 200 while the part does its work, 503 when it does not. */
  public int httpStatus() {
    return status == HealthStatus.DOWN ? 503 : 200;
  }

  /** As {@code /health} answers. */
  public byte[] json() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a health report is text and numbers", e);
    }
  }
}
