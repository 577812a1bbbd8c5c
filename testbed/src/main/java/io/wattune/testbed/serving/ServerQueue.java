package io.wattune.testbed.serving;

import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A server that answers what waits, up to its limit at once, one batch after another, with the
 * energy that it takes; with a limit of one, one request after another. A setting holds for batches
 * that begin after it, and for the time between them.
 */
final class ServerQueue implements RequestServer {

  private final ServingProfile profile;
  private final Deque<ServedRequest> waiting = new ArrayDeque<>();
  private final int batch;
  private GpuSetting setting;
  private ServingSetting serving;
  private final List<ServedRequest> served = new ArrayList<>();
  private long doneNanos = NEVER;
  private long sinceNanos;
  private double joules;

  ServerQueue(ServingProfile profile, int batch, GpuSetting setting, long startNanos) {
    this.profile = profile;
    this.batch = batch;
    this.setting = setting;
    this.serving = served(1);
    this.sinceNanos = startNanos;
  }

  private ServingSetting served(int requests) {
    return new ServingSetting(setting.megaHertz(), setting.units(), requests);
  }

  /** When the batch that is served is answered. */
  @Override
  public long nextNanos() {
    return doneNanos;
  }

  @Override
  public GpuSetting setting() {
    return setting;
  }

  @Override
  public int waiting() {
    return waiting.size();
  }

  @Override
  public int running() {
    return served.size();
  }

  boolean isServing() {
    return doneNanos != NEVER;
  }

  @Override
  public double watts() {
    return isServing() ? profile.busyWatts(serving) : profile.waitingWatts(served(batch));
  }

  @Override
  public double joules(long nanos) {
    return joules + watts() * (nanos - sinceNanos) * 1e-9;
  }

  @Override
  public void set(GpuSetting other, long nanos) {
    passed(nanos);
    setting = other;
  }

  @Override
  public void arrive(ServedRequest request, long nanos) {
    passed(nanos);
    waiting.addLast(request);
    begin(nanos);
  }

  /** The batch that is served is answered. */
  @Override
  public double[] happen() {
    long nanos = doneNanos;
    passed(nanos);
    double[] latencies =
        served.stream().mapToDouble(each -> (nanos - each.arrivalNanos()) * 1e-9).toArray();
    served.clear();
    doneNanos = NEVER;
    begin(nanos);
    return latencies;
  }

  private void begin(long nanos) {
    if (isServing() || waiting.isEmpty()) {
      return;
    }
    // The batch takes as long as the kind of its first request makes it.
    double stretch = waiting.getFirst().stretch();
    while (served.size() < batch && !waiting.isEmpty()) {
      served.add(waiting.removeFirst());
    }
    serving = served(served.size());
    doneNanos = nanos + Math.max(1, (long) (1e9 * profile.seconds(serving) * stretch));
  }

  private void passed(long nanos) {
    joules = joules(nanos);
    sinceNanos = nanos;
  }
}
