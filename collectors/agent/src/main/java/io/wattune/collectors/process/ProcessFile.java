package io.wattune.collectors.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.thread.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes that the node's devices list, in a file, so that the next life of the agent goes on
 * with the same activities: with the start that was seen first, and with an end for what ended
 * while no agent ran. Written by a thread of its own at each change. A file of another boot, or one
 * that is not whole, counts as none. Thread safe. Test: {@code FoundProcessesTest}.
 */
public final class ProcessFile implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final long MOST_BYTES = 4_000_000;
  private static final long CLOSE_MILLIS = 1_000;
  private static final String OWNER_ONLY = "rw-------";

  private final @Nullable Path file;
  private final Consumer<String> changes;
  private final String boot;
  private final Map<String, List<ReportedProcess>> earlier = new HashMap<>();
  private final Map<String, List<ReportedProcess>> now = new HashMap<>();
  private final AtomicBoolean isWaiting = new AtomicBoolean();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Worker.threads("kept-processes"));
  private long earlierSeenNanos;
  private long seenNanos;
  private String trouble = "";

  private ProcessFile(@Nullable Path file, String boot, Consumer<String> changes) {
    this.file = file;
    this.boot = boot;
    this.changes = changes;
  }

  /** Nothing was kept and nothing is: for an agent without a folder of its own. */
  public static ProcessFile none() {
    return new ProcessFile(null, "", unused -> {});
  }

  /**
   * What an earlier life has left.
   *
   * @param file see {@code NodeFolder.processes}
   * @param changes takes one line at each change of state
   */
  public static ProcessFile open(Path file, Consumer<String> changes) {
    return open(file, boot(), changes);
  }

  static ProcessFile open(Path file, String boot, Consumer<String> changes) {
    var kept = new ProcessFile(file, boot, changes);
    try {
      if (Files.size(file) <= MOST_BYTES) {
        kept.read(JSON.readTree(Files.readAllBytes(file)));
      }
    } catch (NoSuchFileException e) {
      return kept; // The first life.
    } catch (IOException | RuntimeException e) {
      kept.earlier.clear();
      changes.accept("does not know the processes of its earlier life: " + FailureWords.of(e));
    }
    return kept;
  }

  private static String boot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private void read(JsonNode json) {
    if (!json.path("boot").asText().equals(boot)) {
      return; // Numbers and start ticks begin again with each boot.
    }
    earlierSeenNanos = json.path("seenNanos").asLong();
    for (JsonNode each : json.path("processes")) {
      Map<String, String> labels = new HashMap<>();
      each.path("labels").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
      earlier
          .computeIfAbsent(each.required("device").asText(), unused -> new ArrayList<>())
          .add(
              new ReportedProcess(
                  each.required("id").asText(),
                  each.required("name").asText(),
                  labels,
                  each.required("piece").asInt(),
                  each.required("startNanos").asLong(),
                  each.required("isShown").asBoolean()));
    }
    now.putAll(earlier);
    seenNanos = earlierSeenNanos;
  }

  /** A device's processes when the earlier life ended. */
  List<ReportedProcess> earlier(String device) {
    return earlier.getOrDefault(device, List.of());
  }

  /** When the earlier life last looked, epoch nanoseconds. */
  long earlierSeenNanos() {
    return earlierSeenNanos;
  }

  /** A device's processes now. */
  void keep(String device, List<ReportedProcess> processes, long atNanos) {
    synchronized (this) {
      now.put(device, List.copyOf(processes));
      seenNanos = Math.max(seenNanos, atNanos);
    }
    if (file != null && isWaiting.compareAndSet(false, true)) {
      try {
        thread.execute(() -> write(file));
      } catch (RejectedExecutionException e) {
        isWaiting.set(false); // The agent ends.
      }
    }
  }

  private void write(Path to) {
    isWaiting.set(false);
    String problem = "";
    try {
      Path folder = to.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Path draft = to.resolveSibling(to.getFileName() + ".new");
      Files.deleteIfExists(draft);
      Path unused =
          Files.createFile(
              draft,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
      unused = Files.write(draft, JSON.writeValueAsBytes(json()));
      unused = Files.move(draft, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      problem = "cannot keep the starts of processes for its next life: " + FailureWords.of(e);
    }
    if (!problem.equals(trouble)) {
      trouble = problem;
      changes.accept(problem.isEmpty() ? "keeps the starts of processes again" : problem);
    }
  }

  private synchronized ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("boot", boot);
    json.put("seenNanos", seenNanos);
    ArrayNode all = json.putArray("processes");
    now.forEach(
        (device, processes) ->
            processes.forEach(
                each -> {
                  ObjectNode one = all.addObject();
                  one.put("device", device);
                  one.put("id", each.id());
                  one.put("name", each.name());
                  one.put("piece", each.piece());
                  one.put("startNanos", each.startNanos());
                  one.put("isShown", each.isShown());
                  ObjectNode labels = one.putObject("labels");
                  each.labels().forEach(labels::put);
                }));
    return json;
  }

  /** Writes what waits. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      boolean unused = thread.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
