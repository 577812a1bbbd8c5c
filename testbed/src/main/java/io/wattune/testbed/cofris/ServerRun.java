package io.wattune.testbed.cofris;

import io.wattune.core.serving.QueueModel;
import io.wattune.core.serving.ServingPolicy;
import io.wattune.core.serving.ServingPoll;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.Mi50;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A server under a load with a policy, on a virtual clock: one batch after another, and each half
 * second a poll after which the policy's setting holds for batches that begin. The same answer each
 * time.
 */
final class ServerRun {
  /** As the document polls (section 4.2.2). */
  static final double POLL_SECONDS = 0.5;

  /** Units that were out of use come back by a mask. */
  private static final double UNPARK_SECONDS = EmulationCost.MI50.secondsOfKernel();

  private final ServingProfile truth;
  private final ServingPolicy policy;
  private final DoubleUnaryOperator drift;
  private final Random random;
  private final Deque<Double> queue = new ArrayDeque<>();
  private final List<Double> latencies = new ArrayList<>();
  private ServingSetting setting;
  private double joules;
  private double unitSeconds;
  private double megaHertzSeconds;

  /** Batches that were served since the last poll, and their requests' latencies. */
  private List<ServingPoll.ServedBatch> batches = new ArrayList<>();

  private List<Double> answered = new ArrayList<>();

  /**
   * What came out.
   *
   * @param tail 95th percentile of latency, seconds
   * @param watts mean power
   * @param units mean number of units set
   * @param megaHertz mean clock
   */
  record Outcome(double tail, double watts, double units, double megaHertz, int requests) {}

  private ServerRun(
      ServingProfile truth, ServingPolicy policy, DoubleUnaryOperator drift, long seed) {
    this.truth = truth;
    this.policy = policy;
    this.drift = drift;
    this.random = new Random(seed);
    this.setting = truth.baseline();
  }

  /**
   * Runs a load.
   *
   * @param drift by time, how many times as long a batch takes as the profile says
   */
  static Outcome of(
      ServingProfile truth,
      ServingPolicy policy,
      double[] requests,
      DoubleUnaryOperator drift,
      long seed) {
    return new ServerRun(truth, policy, drift, seed).run(requests);
  }

  private Outcome run(double[] requests) {
    double now = 0;
    int next = 0;
    int arrived = 0;
    double nextPoll = POLL_SECONDS;
    double doneAt = Double.POSITIVE_INFINITY;
    ServingSetting serving = setting;
    List<Double> served = List.of();
    while (now < LoadShape.SECONDS || !queue.isEmpty() || !served.isEmpty()) {
      double arrival = next < requests.length ? requests[next] : Double.POSITIVE_INFINITY;
      double event = Math.min(Math.min(arrival, doneAt), nextPoll);
      boolean isServing = !served.isEmpty();
      joules +=
          (event - now) * (isServing ? truth.busyWatts(serving) : truth.waitingWatts(setting));
      unitSeconds += (event - now) * setting.units();
      megaHertzSeconds += (event - now) * setting.megaHertz();
      now = event;
      if (event == doneAt) {
        for (double at : served) {
          answered.add(now - at);
        }
        served = List.of();
        doneAt = Double.POSITIVE_INFINITY;
      } else if (event == arrival) {
        queue.addLast(arrival);
        arrived++;
        next++;
      } else {
        setting =
            policy.next(new ServingPoll(POLL_SECONDS, arrived, queue.size(), answered, batches));
        latencies.addAll(answered);
        answered = new ArrayList<>();
        batches = new ArrayList<>();
        arrived = 0;
        nextPoll += POLL_SECONDS;
      }
      if (served.isEmpty() && !queue.isEmpty()) {
        served = take();
        serving = setting.ofBatch(served.size());
        double seconds = seconds(serving, now);
        batches.add(new ServingPoll.ServedBatch(serving, seconds));
        doneAt = now + seconds;
      }
    }
    latencies.addAll(answered);
    double tail =
        latencies.isEmpty()
            ? 0
            : QueueModel.percentile95(
                latencies.stream().mapToDouble(Double::doubleValue).toArray());
    return new Outcome(
        tail, joules / now, unitSeconds / now, megaHertzSeconds / now, latencies.size());
  }

  private List<Double> take() {
    List<Double> taken = new ArrayList<>();
    while (taken.size() < setting.batch() && !queue.isEmpty()) {
      taken.add(queue.removeFirst());
    }
    return taken;
  }

  private double seconds(ServingSetting serving, double now) {
    double stretch = Math.max(0.5, 1 + Mi50.LATENCY_SPREAD * random.nextGaussian());
    double unpark = policy.isParking() ? UNPARK_SECONDS : 0;
    return truth.seconds(serving) * stretch * drift.applyAsDouble(now) + unpark;
  }
}
