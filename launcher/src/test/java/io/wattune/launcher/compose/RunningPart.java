package io.wattune.launcher.compose;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.testkit.Repository;
import io.wattune.testkit.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A part in a process of its own, started as docker-compose.yml and the Dockerfile say. */
final class RunningPart {
  /** Wrong arguments: they are wrong each time. */
  private static final int USAGE = 2;

  private final ComposeService service;

  private final List<String> command;
  private final Path log;
  private final Map<String, String> environment;
  private Process process;

  private RunningPart(
      ComposeService service, List<String> command, Path log, Map<String, String> environment)
      throws IOException {
    this.service = service;
    this.command = command;
    this.log = log;
    this.environment = environment;
    this.process = launch();
  }

  private Process launch() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  static RunningPart start(ComposeService service, Substitutes substitutes, Path folder)
      throws IOException {
    substitutes.prepare(service);
    List<String> command = new ArrayList<>();
    for (String word : entryPoint()) {
      switch (word) {
        case "java" -> command.addAll(TestJvm.command());
        case "@/opt/wattune/java.args" ->
            command.add("@" + Repository.root().resolve("deploy/docker/java.args"));
        case "@/opt/wattune/class-path.args" ->
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        default -> command.add(word);
      }
    }
    service.command().forEach(word -> command.add(substitutes.in(service, word)));
    Path log = Files.createDirectories(folder.resolve("log")).resolve(service.name() + ".log");
    return new RunningPart(service, command, log, substitutes.environment(service));
  }

  private static List<String> entryPoint() throws IOException {
    String line =
        Files.readAllLines(Repository.root().resolve("Dockerfile")).stream()
            .filter(each -> each.startsWith("ENTRYPOINT "))
            .findFirst()
            .orElseThrow();
    return List.of(
        new ObjectMapper().readValue(line.substring("ENTRYPOINT ".length()), String[].class));
  }

  String name() {
    return service.name();
  }

  /** Whether Docker's own health check of this service ends well. */
  boolean isHealthy() throws Exception {
    restartAsDockerWould();
    String script = ComposeService.list(service.healthcheck().get("test")).get(1);
    String here = script.replace("/opt/wattune/bin/", Repository.root() + "/deploy/docker/");
    ProcessBuilder check =
        new ProcessBuilder(here)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    check.environment().putAll(environment);
    return check.start().waitFor() == 0;
  }

  /** A part that finds no broker ends, and is started again until it finds one. */
  private void restartAsDockerWould() throws IOException {
    if (process.isAlive()) {
      return;
    }
    if (process.exitValue() == USAGE || !"unless-stopped".equals(service.keys().get("restart"))) {
      throw new IllegalStateException(
          name() + " has ended with " + process.exitValue() + ":\n" + Files.readString(log));
    }
    process = launch();
  }

  /** SIGTERM; returns whether it ended within the time that Docker would give it. */
  boolean stop() throws InterruptedException {
    process.destroy();
    String grace = String.valueOf(service.keys().get("stop_grace_period"));
    long seconds = Duration.parse("PT" + grace.toUpperCase(java.util.Locale.ROOT)).toSeconds();
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  int exitCode() {
    return process.exitValue();
  }

  String said() throws IOException {
    return Files.readString(log);
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
