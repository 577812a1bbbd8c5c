package io.wattune.http;

/**
 * One thing that a part needs to do its work.
 *
 * @param name what is looked at, such as {@code broker}
 * @param detail one sentence with the numbers; nothing secret, since anybody may read it
 */
public record HealthCheck(String name, HealthStatus status, String detail) {

  public HealthCheck {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must not be blank");
    }
  }

  public static HealthCheck up(String name, String detail) {
    return new HealthCheck(name, HealthStatus.UP, detail);
  }

  public static HealthCheck degraded(String name, String detail) {
    return new HealthCheck(name, HealthStatus.DEGRADED, detail);
  }

  public static HealthCheck down(String name, String detail) {
    return new HealthCheck(name, HealthStatus.DOWN, detail);
  }
}
