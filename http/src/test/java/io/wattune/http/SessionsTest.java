package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionsTest {
  /** Begins below zero, as the monotonic clock may. */
  private final AtomicLong nowNanos = new AtomicLong(-5);

  private final Sessions sessions = new Sessions(nowNanos::get);

  @Test
  void aSessionIsFoundByItsCookieUntilItEnds() {
    Session session = sessions.begin(Role.READ, "ada");

    assertThat(sessions.find(session.id())).map(Session::role).contains(Role.READ);
    assertThat(sessions.find("guess")).isEmpty();
    sessions.end(session.id());
    assertThat(sessions.find(session.id())).isEmpty();
  }

  @Test
  void aSessionEndsWhenItIsNotUsed() {
    Session used = sessions.begin(Role.READ, "ada");
    Session left = sessions.begin(Role.READ, "ada");
    nowNanos.addAndGet(Sessions.IDLE_LIMIT.toNanos());
    assertThat(sessions.find(used.id())).isPresent();

    nowNanos.addAndGet(1);

    assertThat(sessions.find(left.id())).isEmpty();
    assertThat(sessions.find(used.id())).isPresent();
  }

  @Test
  void theSessionUsedLongestAgoGivesWay() {
    Session first = sessions.begin(Role.READ, "ada");
    Session second = sessions.begin(Role.READ, "ada");
    for (int i = 2; i < Sessions.MOST; i++) {
      begin();
    }
    assertThat(sessions.find(first.id())).isPresent();

    begin();

    assertThat(sessions.find(second.id())).isEmpty();
    assertThat(sessions.find(first.id())).isPresent();
  }

  private void begin() {
    assertThat(sessions.begin(Role.READ, "ada").role()).isEqualTo(Role.READ);
  }

  @Test
  void secretsAreLongAndAllDifferent() {
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      Session session = sessions.begin(Role.READ, "ada");
      secrets.add(session.id());
      secrets.add(session.csrf());
      assertThat(session.id().length()).isGreaterThanOrEqualTo(43); // 256 bits in base 64
    }
    assertThat(secrets).hasSize(200);
  }
}
