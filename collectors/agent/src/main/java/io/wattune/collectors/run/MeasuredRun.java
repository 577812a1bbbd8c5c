package io.wattune.collectors.run;

import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A command that runs, whether or not it can be measured, and what is said of its energy. */
public final class MeasuredRun {
  private static final Logger LOG = LoggerFactory.getLogger(MeasuredRun.class);
  private static final int NOT_STARTED = 127;

  /** A device that is slow to answer at first delays the command by no more. */
  private static final Duration FIRST_READINGS = Duration.ofSeconds(2);

  private final RunRequest request;
  private final Consumer<String> messages;

  /**
   * Prepares a run.
   *
   * @param messages where lines for people, or the one of JSON, go
   */
  public MeasuredRun(RunRequest request, Consumer<String> messages) {
    this.request = request;
    this.messages = messages;
  }

  /**
   * Runs it, measured by an agent of its own in this process.
   *
   * @param profiles file of sensor profiles; null to learn each sensor
   * @return the command's exit code
   */
  public int alone(DeviceKinds kinds, @Nullable Path profiles) throws InterruptedException {
    try (OwnAgent own = OwnAgent.start(kinds, profiles, change -> LOG.info("{}", change))) {
      own.awaitReadings(FIRST_READINGS);
      return by(own.socket());
    } catch (NotMeasuredException e) {
      return unmeasured(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Runs it, measured by the agent that listens there.
   *
   * @return the command's exit code
   */
  public int by(Path path) throws InterruptedException {
    ProgressFormat progress = request.progress();
    Map<String, String> all =
        new LinkedHashMap<>(JobLabels.own(System.getenv(), fault -> LOG.warn("{}", fault)));
    all.putAll(request.labels());
    var activity = new RunActivity(request, all);
    AgentSocket agent;
    try {
      agent = started(activity, path);
    } catch (NotMeasuredException e) {
      return unmeasured(String.valueOf(e.getMessage()));
    }
    try (agent) {
      Map<String, String> inside = new LinkedHashMap<>(request.variables());
      inside.put("WATTUNE_ACTIVITIES_SOCKET", path.toAbsolutePath().toString());
      inside.put("WATTUNE_ACTIVITIES_PARENT", activity.id());
      int exitCode;
      if (progress == null) {
        exitCode = run(inside, null);
      } else {
        try (ProgressSender sender =
            ProgressSender.start(path, activity.id(), progress, this::warn)) {
          exitCode = run(inside, progress);
        }
        warnOf(progress);
      }
      report(activity, agent, exitCode);
      return exitCode;
    }
  }

  private static AgentSocket started(RunActivity activity, Path path) throws NotMeasuredException {
    AgentSocket agent = connect(path);
    try {
      activity.start(agent);
      return agent;
    } catch (IOException e) {
      agent.close();
      throw new NotMeasuredException("the agent at " + path + ": " + e.getMessage(), e);
    } catch (NotMeasuredException e) {
      agent.close();
      throw e;
    }
  }

  private static AgentSocket connect(Path path) throws NotMeasuredException {
    try {
      return AgentSocket.connect(path);
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      throw new NotMeasuredException(
          "no agent answers at "
              + path
              + " ("
              + e.getMessage()
              + "): start one with wattune agent NODE.json (its log names its socket, and"
              + " activities.socket in the file sets it), give its socket with --socket, or measure"
              + " without one by --agentless",
          e);
    }
  }

  /** Nothing is a reason not to do what the user wants: the command runs, without its energy. */
  private int unmeasured(String why) throws InterruptedException {
    warn("'" + request.shownName() + "' runs, and its energy is not measured: " + why);
    long start = System.nanoTime();
    int exitCode = run(request.variables(), request.progress());
    String line =
        RunReport.unmeasured(
            request.shownName(), exitCode, (System.nanoTime() - start) * 1e-9, why);
    if (request.isJson()) {
      messages.accept(line);
    }
    write(line);
    return exitCode;
  }

  /** The command's exit code. */
  private int run(Map<String, String> variables, @Nullable ProgressFormat progress)
      throws InterruptedException {
    try {
      return new MeasuredCommand(request.command(), variables, progress).run();
    } catch (IOException e) {
      warn("the command cannot be started: " + e.getMessage());
      return NOT_STARTED;
    }
  }

  private void warnOf(ProgressFormat progress) {
    if (!progress.fault().isEmpty()) {
      warn("--work: " + progress.fault());
    } else if (progress.newest() == null) {
      warn("--work: no line of the command showed progress, so no work was reported");
    }
  }

  /** Whatever becomes of the joules, the command has run, and its exit code is what counts. */
  private void report(RunActivity activity, AgentSocket agent, int exitCode) {
    try {
      var report = new RunReport(activity.name(), activity.end(agent));
      String line = report.json(exitCode).toString();
      if (request.isJson()) {
        messages.accept(line);
      } else {
        report.lines().forEach(messages);
        if (request.devices().isEmpty()) {
          ChosenGpus.note(System.getenv(), report.devices()).ifPresent(this::warn);
        }
      }
      write(line);
    } catch (NotMeasuredException | IOException e) {
      warn("the energy of '" + activity.name() + "' is not known: " + e.getMessage());
    }
  }

  /** A disk that is full loses nothing: what is missing in the file is printed. */
  private void write(String line) {
    Path output = request.output();
    if (output == null) {
      return;
    }
    try {
      Files.writeString(output, line + "\n");
    } catch (IOException e) {
      warn(output + " cannot be written (" + FailureWords.of(e) + "); it would have:");
      messages.accept(line);
    }
  }

  private void warn(String what) {
    messages.accept("wattune: " + what);
  }
}
