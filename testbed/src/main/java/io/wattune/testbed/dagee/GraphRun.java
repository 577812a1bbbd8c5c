package io.wattune.testbed.dagee;

import io.wattune.core.mask.CuMask;
import io.wattune.testbed.dagee.TaskGraph.Task;
import io.wattune.testbed.server.Colocation.RunningKernel;
import io.wattune.testbed.server.KernelClock;
import io.wattune.testbed.server.Mi50;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A graph of kernels on the simulated MI50, from event to event on a virtual clock. */
final class GraphRun {
  /** A kernel that keeps fewer units busy than this needs few. */
  private static final double FEW_UNITS = 30;

  private final TaskGraph graph;
  private final GraphPolicy policy;
  private final List<CuMask> groups;
  private final double[] remaining;
  private final int[] waitsFor;
  private final boolean[] isStarted;
  private final double[] startedAt;
  private final double[] seconds;
  private final List<Deque<Integer>> queues = new ArrayList<>();
  private final List<Active> active = new ArrayList<>();
  private final KernelClock clock = new KernelClock();
  private int dispatched;

  /**
   * What came out.
   *
   * @param ofTasks seconds of each kernel
   */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  record Outcome(double seconds, double joules, double[] ofTasks) {
    double watts() {
      return joules / seconds;
    }
  }

  /** A kernel that was launched. */
  private static final class Active extends KernelClock.Launched {
    private final int task;
    private final int group;

    Active(int task, int group, RunningKernel running, double launchSeconds, double bodySeconds) {
      super(running, launchSeconds, bodySeconds);
      this.task = task;
      this.group = group;
    }
  }

  private GraphRun(TaskGraph graph, GraphPolicy policy, double[] history) {
    this.graph = graph;
    this.policy = policy;
    this.groups = policy.groups();
    this.remaining = graph.remaining(history);
    int tasks = graph.tasks().size();
    this.waitsFor = new int[tasks];
    this.isStarted = new boolean[tasks];
    this.startedAt = new double[tasks];
    this.seconds = new double[tasks];
    for (int i = 0; i < tasks; i++) {
      waitsFor[i] = graph.tasks().get(i).after().size();
    }
    groups.forEach(group -> queues.add(new ArrayDeque<>()));
  }

  /** Runs a graph; {@code HISTORY} after a run in sequence, which is not counted. */
  static Outcome of(TaskGraph graph, GraphPolicy policy) {
    double[] none = new double[graph.tasks().size()];
    double[] history =
        policy == GraphPolicy.HISTORY ? of(graph, GraphPolicy.SEQUENTIAL).ofTasks() : none;
    return new GraphRun(graph, policy, history).run();
  }

  private Outcome run() {
    start();
    while (!active.isEmpty()) {
      Active ended = clock.advance(active);
      if (!ended.hasEnded()) {
        continue;
      }
      active.remove(ended);
      seconds[ended.task] = clock.now() - startedAt[ended.task];
      for (int i = 0; i < waitsFor.length; i++) {
        waitsFor[i] -= graph.tasks().get(i).after().contains(ended.task) ? 1 : 0;
      }
      start();
    }
    return new Outcome(clock.now(), clock.joules(), seconds);
  }

  private List<Integer> ready() {
    List<Integer> ready = new ArrayList<>();
    for (int i = 0; i < waitsFor.length; i++) {
      if (waitsFor[i] == 0 && !isStarted[i]) {
        ready.add(i);
      }
    }
    return ready;
  }

  private void start() {
    List<Integer> ready = ready();
    switch (policy) {
      case SEQUENTIAL -> {
        if (active.isEmpty() && !ready.isEmpty()) {
          launch(ready.get(0), 0);
        }
      }
      case DAG -> ready.forEach(task -> launch(task, 0));
      case HISTORY -> startByHistory(ready);
      case PACKED, DISTRIBUTED -> {
        for (int task : ready) {
          isStarted[task] = true;
          queues.get(dispatched++ % groups.size()).addLast(task);
        }
        for (int group = 0; group < groups.size(); group++) {
          int at = group;
          boolean isFree = active.stream().noneMatch(each -> each.group == at);
          Integer next = isFree ? queues.get(group).pollFirst() : null;
          if (next != null) {
            launch(next, group);
          }
        }
      }
    }
  }

  private boolean isSmall(int task) {
    Task each = graph.tasks().get(task);
    return each.kernel().busyUnits(Mi50.all()) < FEW_UNITS;
  }

  private void startByHistory(List<Integer> ready) {
    ready.sort(Comparator.comparingDouble((Integer task) -> -remaining[task]));
    boolean hasSmall = active.stream().anyMatch(each -> isSmall(each.task));
    boolean hasLarge = active.stream().anyMatch(each -> !isSmall(each.task));
    for (int task : ready) {
      if (isSmall(task) ? !hasSmall : !hasLarge) {
        hasSmall |= isSmall(task);
        hasLarge |= !isSmall(task);
        launch(task, 0);
      }
    }
  }

  private void launch(int task, int group) {
    isStarted[task] = true;
    startedAt[task] = clock.now();
    Task each = graph.tasks().get(task);
    long bits = groups.get(group).bits().longValue();
    List<Integer> units = Mi50.unitsOf(bits);
    double launch = each.kernel().time().fixedSeconds();
    active.add(
        new Active(
            task,
            group,
            new RunningKernel(bits, each.kernel().busyUnits(units), each.memoryShare()),
            launch + clock.maskSeconds(policy.maskCost(), 0),
            each.kernel().seconds(units) - launch));
  }
}
