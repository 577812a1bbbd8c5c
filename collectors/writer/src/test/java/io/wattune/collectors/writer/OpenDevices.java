package io.wattune.collectors.writer;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits until the threads of a writer's devices have each taken a decision, a wrong one: then they
 * are open, and have looked after their leases and controls since the call. Holds must have been
 * given.
 */
final class OpenDevices {
  private static final AtomicLong ASKED = new AtomicLong();

  private OpenDevices() {}

  static void await(Writer writer, RecordingSink sink, String... devices) {
    for (String device : devices) {
      patiently().until(() -> isOpen(writer, sink, device));
    }
  }

  /** A decision without a lease is wrong; one that is not even looked at is a device error. */
  private static boolean isOpen(Writer writer, RecordingSink sink, String device) {
    long number = ASKED.incrementAndGet();
    writer.decide(
        new Decision.ForDevice(
            writer.node(),
            device,
            0,
            number,
            NodeClock.SYSTEM.now().wallNanos(),
            0,
            Configuration.EMPTY,
            List.of(),
            "test",
            "test",
            "",
            Quality.MEASURED,
            0,
            null));
    Actuation answer = patiently().until(() -> sink.answerTo(device, 0, number), a -> a != null);
    sink.all().remove(answer);
    return !answer.reason().equals(ActuationReason.DEVICE_ERROR.code());
  }

  private static ConditionFactory patiently() {
    return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
  }
}
