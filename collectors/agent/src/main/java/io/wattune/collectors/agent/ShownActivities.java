package io.wattune.collectors.agent;

import io.wattune.core.ledger.Activity;
import java.util.function.Consumer;

/** Hands all on to another sink, and shows each activity to somebody besides. */
public final class ShownActivities extends ForwardingSink {
  private final Consumer<Activity> watcher;

  /**
   * Hands on.
   *
   * @param sink to which
   * @param watcher called before, by the thread that reports the activity
   */
  public ShownActivities(RecordSink sink, Consumer<Activity> watcher) {
    super(sink);
    this.watcher = watcher;
  }

  @Override
  public void happened(Activity activity) {
    watcher.accept(activity);
    super.happened(activity);
  }
}
