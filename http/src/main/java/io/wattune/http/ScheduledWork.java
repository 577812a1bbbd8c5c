package io.wattune.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Something that is done again and again as long as the server runs. */
final class ScheduledWork extends AbstractLifeCycle {
  private final Scheduler scheduler;
  private final Duration period;
  private final Runnable work;
  private volatile Scheduler.@Nullable Task task;

  ScheduledWork(Scheduler scheduler, Duration period, Runnable work) {
    this.scheduler = scheduler;
    this.period = period;
    this.work = work;
  }

  @Override
  protected void doStart() {
    task = scheduler.schedule(this::workAgain, period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void workAgain() {
    try {
      work.run();
    } finally {
      if (isRunning()) {
        doStart();
      }
    }
  }

  @Override
  protected void doStop() {
    Scheduler.Task last = task;
    if (last != null) {
      last.cancel();
    }
  }
}
