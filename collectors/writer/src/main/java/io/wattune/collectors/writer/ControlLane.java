package io.wattune.collectors.writer;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one control. Each call runs on a thread of its own, so that a control that hangs holds
 * back nobody; until it has answered it gets no other call, and every call is answered with {@code
 * device-hangs}. Used by one thread.
 */
final class ControlLane {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLane.class);
  private static final long PAUSE_NANOS = 20_000_000L;

  private final Control control;
  private final boolean isReadOnly;
  private final Executor threads;
  private final Runnable onLateAnswer;
  private @Nullable CompletableFuture<ControlOutcome> call;
  private OptionalLong wished = OptionalLong.empty();
  private boolean isBegun;

  /** Written by one call at a time; calls of one lane do not overlap. */
  private volatile String lastError = "";

  /** What this writer has set since the control was last restored, and what came of it. */
  private final Set<Long> ours = ConcurrentHashMap.newKeySet();

  /** Whether what stands on the control may be the late effect of a call that went wrong. */
  private volatile boolean isUncertain;

  /**
   * A way to a control.
   *
   * @param isReadOnly whether nothing is written: this writer is in shadow
   * @param onLateAnswer runs on another thread when a call ends that was given up on
   */
  ControlLane(Control control, boolean isReadOnly, Executor threads, Runnable onLateAnswer) {
    this.control = control;
    this.isReadOnly = isReadOnly;
    this.threads = threads;
    this.onLateAnswer = onLateAnswer;
  }

  /** Whether the last call has not answered yet. */
  boolean isHanging() {
    return call != null && !call.isDone();
  }

  /** Begins to set a value, whatever stands there, where nothing hangs. */
  void beginPut(Setting setting, int tries) {
    begin(OptionalLong.of(setting.value()), () -> put(setting, OptionalLong.empty(), tries));
  }

  /**
   * Begins to set a value, where nothing hangs, unless somebody else has set another one: that is
   * answered with {@code outside-change}.
   */
  void beginCarefulPut(Setting setting, long own, int tries) {
    begin(OptionalLong.of(setting.value()), () -> put(setting, OptionalLong.of(own), tries));
  }

  /** Begins to look whether a value still stands there, where nothing hangs; writes nothing. */
  void beginLook(Setting standing) {
    begin(OptionalLong.of(standing.value()), () -> look(standing));
  }

  /** Whether a value is neither the control's own nor comes from this writer. */
  boolean isForeign(long value, long own) {
    return control.readsWhatIsSet() && !isUncertain && value != own && !ours.contains(value);
  }

  /** Whether this writer has set it since it was last restored. */
  boolean hasWritten() {
    return isUncertain || !ours.isEmpty();
  }

  /** The control is restored, verified. */
  void markRestored() {
    ours.clear();
    isUncertain = false;
  }

  /** Begins to read the value, where nothing hangs. */
  void beginRead() {
    begin(OptionalLong.empty(), this::get);
  }

  private void begin(OptionalLong value, Supplier<ControlOutcome> work) {
    wished = value;
    isBegun = !isHanging();
    if (!isBegun) {
      return;
    }
    var begun = new CompletableFuture<ControlOutcome>();
    call = begun;
    try {
      threads.execute(() -> run(begun, value, work));
    } catch (RejectedExecutionException e) {
      begun.complete(failure(value, OptionalLong.empty(), ActuationReason.STOPPED));
    }
  }

  /** What became of it, or that it hangs when the time is over. */
  ControlOutcome await(long limitNanos) throws InterruptedException {
    CompletableFuture<ControlOutcome> running = call;
    if (running == null || !isBegun) {
      return failure(wished, OptionalLong.empty(), ActuationReason.DEVICE_HANGS);
    }
    try {
      return running.get(Math.max(0, limitNanos), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      var unused = running.whenComplete((late, failure) -> onLateAnswer.run());
      return failure(wished, OptionalLong.empty(), ActuationReason.DEVICE_HANGS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a control's call failed", e.getCause());
    }
  }

  private void run(
      CompletableFuture<ControlOutcome> call, OptionalLong value, Supplier<ControlOutcome> work) {
    ControlOutcome outcome;
    try {
      outcome = work.get();
    } catch (RuntimeException | Error e) {
      warnOnce(e.toString());
      isUncertain = true;
      outcome = failure(value, OptionalLong.empty(), ActuationReason.DEVICE_ERROR);
    }
    call.complete(outcome);
  }

  /** Whether a control has the value that was wished. */
  static boolean isDone(ControlOutcome outcome) {
    return outcome.status() == ControlStatus.SET || outcome.status() == ControlStatus.UNCHANGED;
  }

  private ControlOutcome put(Setting setting, OptionalLong own, int tries) {
    ControlOutcome outcome = put(setting, own);
    for (int left = tries - 1;
        left > 0 && !isDone(outcome) && !Outcomes.isForeign(outcome);
        left--) {
      LockSupport.parkNanos(PAUSE_NANOS);
      outcome = put(setting, own);
    }
    return outcome;
  }

  /** A control that cannot be asked, and that this writer has not set, has its own value. */
  private boolean isLeftAsItIs(Setting setting, OptionalLong own) {
    return own.isPresent() && own.getAsLong() == setting.value() && !hasWritten();
  }

  private ControlOutcome put(Setting setting, OptionalLong own) {
    OptionalLong value = OptionalLong.of(setting.value());
    try {
      boolean isSure = control.isSure();
      long before = control.read();
      if (isSure ? before == setting.value() : isLeftAsItIs(setting, own)) {
        isUncertain = false;
        return outcome(value, value, ControlStatus.UNCHANGED, "");
      }
      if (isSure && own.isPresent() && isForeign(before, own.getAsLong())) {
        return foreign(value, before);
      }
      ours.add(setting.value());
      isUncertain = true;
      write(setting.value());
      long readBack = control.read();
      if (readBack != setting.value()) {
        ours.add(readBack);
        return failure(value, OptionalLong.of(readBack), ActuationReason.READ_BACK_DIFFERS);
      }
      isUncertain = false;
      lastError = "";
      return outcome(value, value, ControlStatus.SET, "");
    } catch (DeviceException e) {
      return failed(value, e);
    }
  }

  private void write(long value) throws DeviceException {
    if (isReadOnly) {
      throw new DeviceException(
          control.tunable().name() + " is not written: this writer is in shadow");
    }
    control.write(value);
  }

  private ControlOutcome look(Setting standing) {
    OptionalLong value = OptionalLong.of(standing.value());
    try {
      long now = control.read();
      if (now == standing.value()) {
        return outcome(value, value, ControlStatus.UNCHANGED, "");
      }
      return control.readsWhatIsSet()
          ? foreign(value, now)
          : failure(value, OptionalLong.of(now), ActuationReason.READ_BACK_DIFFERS);
    } catch (DeviceException e) {
      return failed(value, e);
    }
  }

  private ControlOutcome failed(OptionalLong value, DeviceException e) {
    isUncertain = true; // A device that was lost may come back with anything.
    warnOnce(String.valueOf(e.getMessage()));
    return failure(value, OptionalLong.empty(), ActuationReason.DEVICE_ERROR);
  }

  private ControlOutcome foreign(OptionalLong value, long now) {
    return outcome(
        value, OptionalLong.of(now), ControlStatus.REFUSED, ActuationReason.OUTSIDE_CHANGE.code());
  }

  private ControlOutcome get() {
    try {
      return outcome(
          OptionalLong.empty(), OptionalLong.of(control.read()), ControlStatus.UNCHANGED, "");
    } catch (DeviceException e) {
      warnOnce(String.valueOf(e.getMessage()));
      return failure(OptionalLong.empty(), OptionalLong.empty(), ActuationReason.DEVICE_ERROR);
    }
  }

  /** One line for each change, not for each try. */
  private void warnOnce(String error) {
    if (!error.equals(lastError)) {
      lastError = error;
      LOG.warn("{}: {}", control.tunable().name(), error);
    }
  }

  private ControlOutcome failure(
      OptionalLong value, OptionalLong readBack, ActuationReason reason) {
    return outcome(value, readBack, ControlStatus.FAILED, reason.code());
  }

  private ControlOutcome outcome(
      OptionalLong value, OptionalLong readBack, ControlStatus status, String reason) {
    Tunable tunable = control.tunable();
    return new ControlOutcome(tunable.name(), tunable.unit(), value, readBack, status, reason);
  }
}
