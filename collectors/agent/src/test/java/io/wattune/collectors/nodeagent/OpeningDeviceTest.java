package io.wattune.collectors.nodeagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.agent.Condition;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.testkit.CountingKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpeningDeviceTest {
  private static final long MILLI = 1_000_000L;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final CountingKind kind = new CountingKind(10 * MILLI);
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final List<DeviceSource> taken = new CopyOnWriteArrayList<>();
  private final AtomicInteger tries = new AtomicInteger();

  private DeviceSource source() throws DeviceException {
    return kind.openSource(new DeviceSettings("n1/g", Path.of(""), Map.of()), () -> 0);
  }

  private OpeningDevice opening(OpeningDevice.Opener opener) {
    var opening = new OpeningDevice("n1/g", opener, changes::add);
    opening.start();
    return opening;
  }

  private static long soon(long millis) {
    return System.nanoTime() + millis * MILLI;
  }

  @Test
  void whatOpensAtOnceIsThereAtOnceAndNothingIsSaid() throws Exception {
    OpeningDevice opening = opening(this::source);
    opening.await(soon(20_000));

    assertThat(opening.take()).isNotNull();
    assertThat(opening.isWaiting()).isFalse();
    assertThat(changes).isEmpty();
  }

  @Test
  void whatCannotBeOpenedIsTriedAgainAndHandedOver() throws Exception {
    OpeningDevice opening =
        opening(
            () -> {
              if (tries.incrementAndGet() == 1) {
                throw new DeviceException("the GPU is lost");
              }
              return source();
            });
    opening.await(soon(20_000));
    assertThat(opening.take()).isNull();
    assertThat(opening.status().condition()).isEqualTo(Condition.FAILING);
    assertThat(opening.status().lastError()).isEqualTo("the GPU is lost");

    opening.later(taken::add);

    await().atMost(PATIENCE).until(() -> taken.size() == 1);
    await().atMost(PATIENCE).until(() -> changes.size() == 2);
    assertThat(opening.isWaiting()).isFalse();
    assertThat(changes)
        .containsExactly(
            "device n1/g cannot be opened, and is tried again: the GPU is lost",
            "device n1/g is open now, and is read");
  }

  @Test
  void anErrorOfADriversLibraryIsTriedAgainToo() {
    OpeningDevice opening =
        opening(
            () -> {
              if (tries.incrementAndGet() == 1) {
                throw new UnsatisfiedLinkError("libnvidia-ml.so.1");
              }
              return source();
            });
    opening.later(taken::add);

    await().atMost(PATIENCE).until(() -> taken.size() == 1);
  }

  @Test
  void whatIsWrongInTheFileIsNotTriedAgain() {
    OpeningDevice opening =
        opening(
            () -> {
              tries.incrementAndGet();
              throw DeviceException.ofTheFile("unknown setting 'adress'");
            });

    assertThatThrownBy(() -> opening.await(soon(20_000)))
        .isInstanceOf(DeviceException.class)
        .hasMessage("unknown setting 'adress'");
    assertThat(tries).hasValue(1);
  }

  @Test
  void aDriverThatHangsIsNotWaitedFor() throws Exception {
    var answers = new CountDownLatch(1);
    OpeningDevice opening =
        opening(
            () -> {
              awaitUninterrupted(answers);
              return source();
            });
    opening.await(soon(50));
    assertThat(opening.take()).isNull();
    assertThat(opening.status().condition()).isEqualTo(Condition.HANGING);
    opening.later(taken::add);
    assertThat(changes).hasSize(1);

    answers.countDown();

    await().atMost(PATIENCE).until(() -> taken.size() == 1);
  }

  @Test
  void whatNobodyHasTakenWhenTheAgentEndsIsClosed() throws Exception {
    OpeningDevice opening = opening(this::source);
    opening.await(soon(20_000));

    opening.close();

    assertThat(kind.closed.get()).isEqualTo(1);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
