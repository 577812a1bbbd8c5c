package io.wattune.sinks.influx;

import io.wattune.schemas.reject.RejectedDatum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rejects in memory; can be away. Thread safe. */
final class FakeRejects implements RejectSender {
  private final List<RejectedDatum> sent = new ArrayList<>();
  private int failures;

  synchronized void fail(int calls) {
    failures = calls;
  }

  @Override
  public synchronized void send(List<KeyedReject> rejects) throws IOException {
    if (failures-- > 0) {
      throw new IOException("away", new IllegalStateException("away"));
    }
    rejects.forEach(reject -> sent.add(reject.datum()));
  }

  synchronized List<RejectedDatum> sent() {
    return List.copyOf(sent);
  }

  @Override
  public void close() {}
}
