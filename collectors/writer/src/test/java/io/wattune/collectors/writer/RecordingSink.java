package io.wattune.collectors.writer;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what the writer says. */
final class RecordingSink implements ActuationSink {
  private final List<Actuation> actuations = new CopyOnWriteArrayList<>();

  @Override
  public void send(Actuation actuation) {
    actuations.add(actuation);
  }

  /** As {@code outcome reason}, in order. */
  List<String> said() {
    return actuations.stream().map(RecordingSink::words).toList();
  }

  List<Actuation> of(ActuationOutcome outcome) {
    return actuations.stream().filter(a -> a.outcome() == outcome).toList();
  }

  List<Actuation> all() {
    return actuations;
  }

  /** The answer to one decision; null as long as there is none. */
  @Nullable Actuation answerTo(String device, long epoch, long sequence) {
    return actuations.stream()
        .filter(a -> device.equals(a.device()))
        .filter(a -> a.epoch() == epoch && a.sequence() == sequence)
        .findFirst()
        .orElse(null);
  }

  private static String words(Actuation actuation) {
    return actuation.outcome() + " " + actuation.reason();
  }
}
