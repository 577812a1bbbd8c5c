package io.wattune.collectors.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports a command's progress to the agent, at most ten times a second, by a connection and a
 * thread of its own: whatever becomes of the reports, the command does not wait.
 */
public final class ProgressSender implements AutoCloseable {
  private static final long PERIOD_MILLIS = 100;

  private final Path socket;
  private final String activity;
  private final ProgressFormat format;
  private final Consumer<String> warnings;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Worker worker;
  private ProgressReport sent = new ProgressReport(0, 0, 0);

  private ProgressSender(
      Path socket, String activity, ProgressFormat format, Consumer<String> warnings) {
    this.socket = socket;
    this.activity = activity;
    this.format = format;
    this.warnings = warnings;
    worker = Worker.once("progress", this::run);
  }

  /**
   * Begins.
   *
   * @param activity id of the command's activity, which is open
   * @param warnings receives a line when reports cannot be sent
   */
  public static ProgressSender start(
      Path socket, String activity, ProgressFormat format, Consumer<String> warnings) {
    var sender = new ProgressSender(socket, activity, format, warnings);
    sender.worker.start();
    return sender;
  }

  private void run() {
    try (AgentSocket agent = AgentSocket.connect(socket)) {
      boolean isLast = false;
      while (!isLast) {
        isLast = closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        send(agent);
      }
    } catch (IOException | NotMeasuredException e) {
      warnings.accept("the command's progress is not reported any more: " + FailureWords.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(AgentSocket agent) throws IOException, NotMeasuredException {
    ProgressReport report = format.newest();
    if (report == null) {
      return;
    }
    if (report.sinceNanos() != sent.sinceNanos()) {
      total(agent, 0, Math.max(report.sinceNanos(), sent.untilNanos() + 1));
    }
    if (report.untilNanos() > Math.max(sent.untilNanos(), report.sinceNanos())) {
      total(agent, report.work(), report.untilNanos());
    }
    sent = report;
  }

  private void total(AgentSocket agent, double total, long atNanos)
      throws IOException, NotMeasuredException {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("do", "work");
    line.put("id", activity);
    line.put("total", total);
    line.put("atNanos", atNanos);
    line.put("signal", "progress");
    JsonNode unused = RunActivity.done(agent.ask(line, RunActivity.PATIENCE));
  }

  /** Reports what is left, and ends. */
  @Override
  public void close() {
    closed.countDown();
    worker.close();
  }
}
