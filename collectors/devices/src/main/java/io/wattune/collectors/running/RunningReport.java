package io.wattune.collectors.running;

import io.wattune.core.ledger.Activity;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent's end: writes which kernel runs on each device into the node's folder, at each change
 * and by a thread of its own, so that nobody waits for the disk. In between it only shows, five
 * times a second, that the agent lives. Where the file cannot be written nothing is said, and it is
 * tried again every five seconds. Test: {@code RunningReportTest}.
 */
public final class RunningReport implements AutoCloseable {
  /** How often the agent shows that it lives. */
  static final long BEAT_NANOS = 200_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Path file;
  private final Consumer<String> changes;
  private final RunningKernels kernels = new RunningKernels();
  private final ByteBuffer buffer = RunningFormat.buffer();
  private final ByteBuffer beatBuffer = buffer.duplicate().order(buffer.order());
  private final Worker worker;
  private @Nullable FileChannel channel;
  private long leftOut;

  /** Begins elsewhere in each life, so that a file that an earlier one has left looks changed. */
  private long change = System.currentTimeMillis() * NANOS_PER_MILLI;

  private long beat = change;
  private volatile boolean hasChanged = true;

  private RunningReport(Path file, Consumer<String> changes) {
    this.file = file;
    this.changes = changes;
    this.worker = Worker.of("running-report", this::work, this::report).atEnd(this::end);
  }

  /**
   * Begins.
   *
   * @param file where to write, see {@code NodeFolder.running}
   * @param changes takes one line at each change of state
   */
  public static RunningReport start(Path file, Consumer<String> changes) {
    var report = new RunningReport(file, changes);
    report.worker.start();
    return report;
  }

  /** An activity has started or ended. For any thread. */
  public void seen(Activity activity) {
    synchronized (kernels) {
      if (!kernels.seen(activity)) {
        return;
      }
      hasChanged = true;
    }
    worker.wake();
  }

  private long work() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      hasChanged = true;
      open = RunningFile.write(file);
      channel = open;
    }
    try {
      if (hasChanged) {
        write(open, running());
      } else {
        beat(open);
      }
    } catch (IOException | RuntimeException e) {
      close(channel);
      channel = null;
      throw e;
    }
    return hasChanged ? 0 : BEAT_NANOS;
  }

  private List<RunningActivity> running() {
    synchronized (kernels) {
      hasChanged = false;
      return kernels.all();
    }
  }

  private void write(FileChannel to, List<RunningActivity> running) throws IOException {
    int before = leftOut > 0 ? 1 : 0;
    leftOut = RunningFormat.write(buffer, running, ++change, ++beat);
    if (leftOut > 0 && before == 0) {
      changes.accept(
          "does not report "
              + leftOut
              + " kernels to the writer: their names are too long or too many");
    }
    // In one call: who reads meanwhile sees the old or the new, or a wrong check sum and looks
    // again.
    while (buffer.hasRemaining()) {
      int unused = to.write(buffer, buffer.position());
    }
  }

  private void beat(FileChannel to) throws IOException {
    beatBuffer.clear();
    beatBuffer.putLong(RunningFormat.BEAT, ++beat);
    beatBuffer.limit(RunningFormat.BEAT + Long.BYTES).position(RunningFormat.BEAT);
    while (beatBuffer.hasRemaining()) {
      int unused = to.write(beatBuffer, beatBuffer.position());
    }
  }

  private void end() {
    FileChannel open = channel;
    if (open != null) {
      try {
        write(open, List.of());
      } catch (IOException e) {
        report(e); // The beat stops, which says the same a second later.
      }
    }
    close(open);
  }

  private void report(@Nullable Throwable failure) {
    changes.accept(
        failure == null
            ? "reports to the writer which kernel runs, in " + file
            : "cannot report to the writer which kernel runs: "
                + failure
                + "; the agent's user must own the folder of "
                + file);
  }

  private static void close(@Nullable FileChannel channel) {
    if (channel != null) {
      RunningFile.close(channel);
    }
  }

  /** Says that nothing runs, and ends. */
  @Override
  public void close() {
    worker.close();
  }
}
