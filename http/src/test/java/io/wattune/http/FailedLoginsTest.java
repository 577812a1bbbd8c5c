package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {
  private final AtomicLong nowNanos = new AtomicLong(-5);
  private final FailedLogins logins = new FailedLogins(nowNanos::get);

  @Test
  void anAddressThatFailsOftenWaitsAndOthersDoNot() {
    for (int i = 0; i < FailedLogins.MOST; i++) {
      assertThat(logins.isTooMany("10.0.0.1")).isFalse();
      logins.failed("10.0.0.1");
    }

    assertThat(logins.isTooMany("10.0.0.1")).isTrue();
    assertThat(logins.isTooMany("10.0.0.2")).isFalse();
    nowNanos.addAndGet(FailedLogins.PERIOD.toNanos());
    assertThat(logins.isTooMany("10.0.0.1")).isFalse();
  }
}
