package io.wattune.testbed.serving;

import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.mask.LeastLoadedMasks;
import io.wattune.core.mask.UnitLoads;
import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.testbed.server.Colocation;
import io.wattune.testbed.server.Colocation.RunningKernel;
import io.wattune.testbed.server.Gating;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerKernel;
import io.wattune.testbed.server.ServerModel;
import io.wattune.testbed.server.ServerPower;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Workers of one model that answer requests of one queue on a simulated MI50, kernel by kernel, as
 * {@code SharedRun} runs them offline (docs/mi50.md): kernels at the same time slow each other down
 * by {@link Colocation}. By a right-size table, and while its limit is below all units, each kernel
 * has units of its own, the least loaded first; a kernel that is not in the table has all. Where no
 * unit may be shared and none is free, it waits. Units that no kernel has are gated; between
 * requests all wait ready. A setting holds for kernels that begin after it. Test: {@code
 * SharedWorkersTest}.
 */
final class SharedWorkers implements RequestServer {
  private static final int UNITS = Mi50.LAYOUT.units();
  private static final CuMask ALL = CuMask.of(Mi50.LAYOUT, CuPlacement.DISTRIBUTED, UNITS);
  private static final double[] NONE = new double[0];

  private final ServerModel model;
  private final List<Worker> workers = new ArrayList<>();
  private final UnitLoads loads = new UnitLoads(Mi50.LAYOUT);
  private final LeastLoadedMasks masks =
      new LeastLoadedMasks(Mi50.LAYOUT, loads, CuPlacement.CONSERVED);
  private final Deque<ServedRequest> queue = new ArrayDeque<>();

  /** Workers whose next kernel has no units yet, the first to come first. */
  private final Deque<Worker> withoutUnits = new ArrayDeque<>();

  /** Units of each kernel by the newest table; empty without one. */
  private int[] sizes = {};

  private GpuSetting setting;
  private long nowNanos;
  private double joules;
  private double watts;
  private @Nullable Worker next;
  private long nextNanos = NEVER;

  /** What one worker is at. */
  private static final class Worker {
    private @Nullable ServedRequest request;
    private int kernel;
    private CuMask mask = ALL;
    private boolean isCounted;
    private @Nullable RunningKernel running;
    private double launchLeft;
    private double bodyLeft;
    private double slowdown = 1;

    private boolean isAtWork() {
      return running != null;
    }

    private boolean isInBody() {
      return running != null && launchLeft <= 0;
    }

    private double left() {
      return launchLeft > 0 ? launchLeft : bodyLeft * slowdown;
    }
  }

  SharedWorkers(ServerModel model, int count, GpuSetting setting, long startNanos) {
    this.model = model;
    this.setting = setting;
    this.nowNanos = startNanos;
    for (int i = 0; i < count; i++) {
      workers.add(new Worker());
    }
    look();
  }

  /** What its kernels need from now on; null for no table. */
  void sizes(@Nullable RightSizeTable table) {
    if (table == null) {
      sizes = new int[0];
      return;
    }
    Map<String, Integer> units = new HashMap<>();
    for (RightSize each : table.kernels()) {
      if (each.inputSize() == model.batch()) {
        units.put(each.kernel(), each.units());
      }
    }
    sizes =
        model.kernels().stream()
            .mapToInt(kernel -> units.getOrDefault(kernel.name(), UNITS))
            .toArray();
  }

  @Override
  public long nextNanos() {
    return nextNanos;
  }

  @Override
  public double[] happen() {
    Worker worker = next;
    if (worker == null) {
      throw new IllegalStateException("nothing happens while no request is served");
    }
    pass(nextNanos);
    double[] latencies = NONE;
    if (worker.launchLeft > 0) {
      worker.launchLeft = 0;
    } else {
      latencies = ended(worker);
    }
    look();
    return latencies;
  }

  private double[] ended(Worker worker) {
    if (worker.isCounted) {
      loads.end(worker.mask);
    }
    worker.running = null;
    worker.kernel++;
    ServedRequest request = worker.request;
    double[] latencies = NONE;
    if (request != null && worker.kernel == model.kernels().size()) {
      latencies = new double[] {(nowNanos - request.arrivalNanos()) * 1e-9};
      worker.request = null;
    }
    // Who waited longer comes first.
    for (int i = withoutUnits.size(); i > 0; i--) {
      launch(withoutUnits.removeFirst());
    }
    if (worker.request == null) {
      beginRequests();
    } else {
      launch(worker);
    }
    return latencies;
  }

  private void beginRequests() {
    for (Worker worker : workers) {
      if (worker.request == null && !queue.isEmpty()) {
        worker.request = queue.removeFirst();
        worker.kernel = 0;
        launch(worker);
      }
    }
  }

  private void launch(Worker worker) {
    ServedRequest request = worker.request;
    if (request == null) {
      return;
    }
    boolean isSized = sizes.length > 0 && setting.overlap() < UNITS;
    if (isSized && setting.overlap() == 0 && !isAnyFree()) {
      withoutUnits.addLast(worker);
      return;
    }
    worker.mask = isSized ? masks.allocate(sizes[worker.kernel], setting.overlap()) : ALL;
    worker.isCounted = isSized;
    if (isSized) {
      loads.begin(worker.mask);
    }
    ServerKernel kernel = model.kernels().get(worker.kernel);
    RunningKernel full = RunningKernel.of(kernel, worker.mask);
    List<Integer> units = Mi50.unitsOf(full.bits());
    double launch = kernel.time().fixedSeconds();
    double clock = (double) setting.megaHertz() / Mi50.highestMegaHertz();
    double body = kernel.seconds(units, clock) - launch;
    // The same work in a longer time.
    double share = (kernel.seconds(units) - launch) / body;
    worker.running =
        new RunningKernel(full.bits(), share * full.busyUnits(), share * full.memoryShare());
    worker.launchLeft = request.stretch() * launch;
    worker.bodyLeft = request.stretch() * body;
  }

  private boolean isAnyFree() {
    for (int bit = 0; bit < UNITS; bit++) {
      if (loads.kernels(bit) == 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void arrive(ServedRequest request, long nanos) {
    pass(nanos);
    queue.addLast(request);
    beginRequests();
    look();
  }

  @Override
  public void set(GpuSetting other, long nanos) {
    pass(nanos);
    setting = other;
    look();
  }

  @Override
  public GpuSetting setting() {
    return setting;
  }

  @Override
  public int waiting() {
    return queue.size();
  }

  @Override
  public int running() {
    int running = 0;
    for (Worker worker : workers) {
      running += worker.request == null ? 0 : 1;
    }
    return running;
  }

  @Override
  public double watts() {
    return watts;
  }

  @Override
  public double joules(long nanos) {
    return joules + watts * (nanos - nowNanos) * 1e-9;
  }

  /** All go on until a time, not after the next event. */
  private void pass(long nanos) {
    joules = joules(nanos);
    double step = (nanos - nowNanos) * 1e-9;
    nowNanos = nanos;
    for (Worker worker : workers) {
      if (worker.isInBody()) {
        worker.bodyLeft = Math.max(0, worker.bodyLeft - step / worker.slowdown);
      } else if (worker.isAtWork()) {
        // A launch ends by its own event alone.
        worker.launchLeft = Math.max(Double.MIN_VALUE, worker.launchLeft - step);
      }
    }
  }

  /** How fast each goes, what they take, and who is next. */
  private void look() {
    List<RunningKernel> inBody = new ArrayList<>();
    long used = 0;
    for (Worker worker : workers) {
      RunningKernel running = worker.running;
      if (running != null) {
        used |= running.bits();
        if (worker.isInBody()) {
          inBody.add(running);
        }
      }
    }
    double[] slowdowns = Colocation.slowdowns(inBody);
    int at = 0;
    double busy = 0;
    next = null;
    double least = Double.POSITIVE_INFINITY;
    for (Worker worker : workers) {
      RunningKernel running = worker.running;
      if (running == null) {
        continue;
      }
      worker.slowdown = worker.isInBody() ? slowdowns[at++] : 1;
      busy += worker.isInBody() ? running.busyUnits() / worker.slowdown : 0;
      if (worker.left() < least) {
        least = worker.left();
        next = worker;
      }
    }
    nextNanos = next == null ? NEVER : nowNanos + Math.max(1, Math.round(least * 1e9));
    List<Integer> units = used == 0 ? Mi50.all() : Mi50.unitsOf(used);
    watts = ServerPower.watts(units, setting.megaHertz(), busy, Gating.UNIT);
  }

  /** Requests a second that so many workers answer at a setting with none to wait for. */
  static double most(ServerModel model, int count, GpuSetting setting) {
    var workers = new SharedWorkers(model, count, setting, 0);
    int answered = 0;
    // As many for each worker as show the mean within a hundredth or two: kernels are the same
    // each time, and only how they lie to each other differs.
    int wanted = 8 * count;
    for (int i = 0; i < 2 * count; i++) {
      workers.arrive(new ServedRequest(0, 1), 0);
    }
    while (answered < wanted) {
      int now = workers.happen().length;
      answered += now;
      for (int i = 0; i < now; i++) {
        workers.arrive(new ServedRequest(0, 1), workers.nowNanos);
      }
    }
    return answered / (workers.nowNanos * 1e-9);
  }
}
