package io.wattune.testbed.gpu;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;

/** Takes what happened on a simulated GPU, in the order in which it happened. */
public interface GpuEventSink {
  /** An activity has started (it has no end yet) or ended. */
  void activity(Activity activity);

  /** Counters of an invocation that has ended. */
  void counters(CounterReading reading);
}
