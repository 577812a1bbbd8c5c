package io.wattune.collectors.device;

import io.wattune.core.counter.CounterValue;
import java.util.List;

/**
 * Performance counters of one device, from whatever gives them: the plug-in interface. Called by
 * one thread; may block as long as the driver does.
 */
public interface DeviceCounters extends AutoCloseable {

  /** Which counters come, by their ids, and which of Harmonia's inputs cannot be had and why. */
  List<CounterDescriptor> offers();

  /** How often to ask. */
  long periodNanos();

  /**
   * The counters of the time since the last call; empty at the first, and where none came.
   *
   * @throws DeviceException where the source answers with an error
   */
  List<CounterValue> read() throws DeviceException;

  /**
   * How long before the last call of {@link #read} its counters may begin to count; 0 where they
   * are of the time since the call before. What they say is then of that longer time: it is no
   * evidence of settings that were not in force for all of it.
   */
  default long reachNanos() {
    return 0;
  }

  @Override
  void close();
}
