package io.wattune.collectors.writer;

import io.wattune.core.decision.Actuation;

/** Takes what the writer has done. Called by many threads; must return at once. */
@FunctionalInterface
public interface ActuationSink {

  /** Takes one. */
  void send(Actuation actuation);
}
