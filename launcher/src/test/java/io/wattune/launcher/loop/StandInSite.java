package io.wattune.launcher.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.testbed.standin.LoadProgram;
import io.wattune.testbed.standin.StandInFolder;
import io.wattune.testbed.standin.StandInKind;
import io.wattune.testkit.FixedPort;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * All that tuning needs, each part a process that its command starts: a broker, Flink with the
 * jobs, controller and page, and a node with several devices, each with a load whose work is known
 * from a signal of its own.
 */
final class StandInSite implements AutoCloseable {
  /** Bound by the memory: the core clock may fall far and costs little. */
  static final String MEMORY_BOUND = "0.02:0.93";

  /** Bound by the core clock, with too little traffic for a counter of memory. */
  static final String COMPUTE_BOUND = "0.93:0.02";

  /** Of a server, a hundred in a second, so that a look once a second is not too coarse. */
  private static final String SERVER_STEP = "0.01";

  /** Where the work of a load is known from. */
  enum Signal {
    PROGRAM,
    SERVER,
    PROGRESS,
    COUNTERS,
    NONE;

    /** How long a reading of work may be, which counts only if all of it ran at one setting. */
    Duration longest() {
      return this == SERVER || this == COUNTERS ? Duration.ofSeconds(1) : Duration.ZERO;
    }
  }

  /**
   * A device with a load.
   *
   * @param device the device
   * @param signal where the load's work is known from
   * @param phases what limits the load
   * @param port of the load's counters, for {@link Signal#SERVER}
   */
  record Loaded(StandInFolder.Device device, Signal signal, String phases, int port) {
    @Override
    public String toString() {
      return device.kind() + "/" + signal;
    }
  }

  /** What a device is to have. */
  record Wanted(StandInKind kind, Signal signal, String phases) {
    static Wanted of(StandInKind kind, Signal signal) {
      return new Wanted(kind, signal, MEMORY_BOUND);
    }
  }

  private final StandInNode node;
  private final Path path;
  private final List<Loaded> loads;
  private final List<String> controlling;
  private final int kafkaPort;
  private final int flinkPort;
  private final int dashboardPort;
  private final HttpClient http = HttpClient.newHttpClient();

  private StandInSite(StandInNode node, Path path, List<Loaded> loads, List<String> controlling)
      throws IOException {
    this.controlling = List.copyOf(controlling);
    this.node = node;
    this.path = path;
    this.loads = loads;
    this.kafkaPort = FixedPort.find();
    this.flinkPort = FixedPort.find();
    this.dashboardPort = FixedPort.find();
  }

  /**
   * Starts all parts and no load.
   *
   * @param wanted in the order of {@link StandInKind}
   */
  static StandInSite start(Path path, List<Wanted> wanted) throws Exception {
    return start(path, wanted, List.of());
  }

  /**
   * The same.
   *
   * @param controlling further options of the controller
   */
  static StandInSite start(Path path, List<Wanted> wanted, List<String> controlling)
      throws Exception {
    StandInNode node = StandInNode.start(path, wanted.stream().map(Wanted::kind).toList());
    List<Loaded> loads = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Wanted each = wanted.get(i);
      loads.add(new Loaded(node.devices().get(i), each.signal(), each.phases(), FixedPort.find()));
    }
    var site = new StandInSite(node, path, List.copyOf(loads), controlling);
    try {
      site.start();
    } catch (Exception | AssertionError e) {
      site.close();
      throw e;
    }
    return site;
  }

  /** Agent first: a node that is up before its broker is as common as the other way round. */
  private void start() throws Exception {
    node.writeFile(bootstrapServers(), "", servers());
    broker();
    Path data = path.resolve("data/flink");
    node.command("flink", "--data", data.toString(), "--port", "" + flinkPort, "--listen", "off");
    node.startAgent();
    node.until(() -> isOpen(kafkaPort) && isOpen(flinkPort));
    Part jobs =
        node.command(
            "jobs",
            "--bootstrap",
            bootstrapServers(),
            "--flink",
            "127.0.0.1:" + flinkPort,
            "--checkpoint-dir",
            data.resolve("checkpoints").toUri().toString(),
            "--listen",
            "off");
    control();
    node.command(
        "dashboard",
        "--no-store",
        "--bootstrap",
        bootstrapServers(),
        "--listen",
        "127.0.0.1:" + dashboardPort);
    node.startWriter();
    node.until(() -> isOpen(dashboardPort));
    if (!jobs.isAlive()) {
      throw new AssertionError(node.said());
    }
  }

  /** Starts the broker, with the data that it had. */
  void broker() throws IOException {
    String data = path.resolve("data/broker").toString();
    node.command("broker", "--data", data, "--port", "" + kafkaPort, "--listen", "off");
  }

  /** Starts the controller. */
  void control() throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "control",
                "--bootstrap",
                bootstrapServers(),
                "--instance",
                "c1",
                "--listen",
                "off"));
    arguments.addAll(controlling);
    node.command(arguments.toArray(String[]::new));
  }

  /** Starts the loads. */
  void load() throws IOException {
    for (Loaded each : loads) {
      switch (each.signal()) {
        case PROGRAM ->
            node.load(each.device(), "socket", each.phases(), "--socket", node.socket().toString());
        case SERVER ->
            node.load(
                each.device(),
                "server",
                each.phases(),
                "--port",
                "" + each.port(),
                "--step",
                SERVER_STEP);
        case PROGRESS -> progress(each);
        case COUNTERS, NONE -> node.load(each.device(), "silent", each.phases());
      }
    }
  }

  private void progress(Loaded load) throws IOException {
    node.command(
        "run",
        "--socket",
        node.socket().toString(),
        "--device",
        load.device().uuid(),
        "--name",
        "train",
        "--work",
        "tqdm",
        "--",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        LoadProgram.class.getName(),
        "--page",
        node.folder().page().toString(),
        "--device",
        "" + load.device().place(),
        "--mode",
        "progress",
        "--phases",
        load.phases());
  }

  private String servers() {
    List<String> servers =
        loads.stream()
            .filter(each -> each.signal() == Signal.SERVER)
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "{\"name\": \"serve\", \"preset\": \"vllm\", \"devices\": [\"%s\"],"
                            + " \"url\": \"http://127.0.0.1:%d/metrics\"}",
                        each.device().uuid(),
                        each.port()))
            .toList();
    return servers.isEmpty()
        ? ""
        : servers.stream().collect(Collectors.joining(", ", "\"work\": [", "],"));
  }

  StandInNode node() {
    return node;
  }

  List<Loaded> loads() {
    return loads;
  }

  String bootstrapServers() {
    return "127.0.0.1:" + kafkaPort;
  }

  /** What the page answers. */
  JsonNode page(String what) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dashboardPort + what)).build(),
            HttpResponse.BodyHandlers.ofString());
    return new ObjectMapper().readTree(answer.body());
  }

  private static boolean isOpen(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws InterruptedException {
    node.close();
  }
}
