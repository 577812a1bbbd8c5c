package io.wattune.core.ledger.brief;

import static io.wattune.core.simulated.Sensor.every;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.RollUp;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A train of short loads that a sensor cannot resolve, all drawn at random from a seed. */
final class RepeatedLoads {
  static final double NOISE = 0.5;

  final SensorModel model;
  final double period;
  final Random random;
  final PowerTrace power;
  final List<double[]> loads = new ArrayList<>();
  final double delay;
  LedgerRun run;

  private RepeatedLoads(SensorModel model, double period, long seed) {
    this.model = model;
    this.period = period;
    random = Seeds.random(seed);
    delay = 0.002 * random.nextGaussian();
    power = PowerTrace.from(70 + 60 * random.nextDouble()).hold(2.5 + random.nextDouble());
    run = LedgerRun.given(profile());
  }

  /** Sensor, load and gap lengths, levels and their spreads at random. */
  static RepeatedLoads of(SensorModel model, double period, long seed) {
    var loads = new RepeatedLoads(model, period, seed);
    Random random = loads.random;
    double resolved = Math.max(model.windowSeconds(), 3 * period);
    double length = resolved * (0.1 + 0.8 * random.nextDouble());
    double gap = length * (0.3 + 1.5 * random.nextDouble());
    double jitter = 0.02 * random.nextInt(2);
    loads.train(20 + random.nextInt(40), length, gap, jitter);
    return loads.sensed(seed);
  }

  /** Loads and gaps of given lengths. */
  static RepeatedLoads of(
      SensorModel model, double period, int count, double length, double gap, long seed) {
    var loads = new RepeatedLoads(model, period, seed);
    loads.train(count, length, gap, 0);
    return loads.sensed(seed);
  }

  private void train(int count, double length, double gap, double jitter) {
    double idle = 60 + 90 * random.nextDouble();
    double on = idle + 50 + 250 * random.nextDouble();
    double off = idle * (1 + 0.05 * random.nextGaussian());
    double spread = 0.04 * random.nextDouble();
    boolean ramps = random.nextInt(4) == 0;
    for (int i = 0; i < count; i++) {
      double own = length * (1 + jitter * random.nextGaussian());
      double start = power.seconds();
      double ramp = ramps && i < 3 ? 0.7 : 1;
      power.level(ramp * on * (1 + spread * random.nextGaussian()), own);
      loads.add(new double[] {start, start + own});
      if (i + 1 < count) {
        double pause = gap * (1 + jitter * random.nextGaussian());
        power.level(off * (1 + 0.5 * spread * random.nextGaussian()), pause);
      }
    }
    power.level(idle, 2.5 + 2 * random.nextDouble()).level(0.85 * idle, 2);
  }

  private RepeatedLoads sensed(long seed) {
    double constant = 1 + 0.01 * random.nextGaussian();
    Response response =
        switch (model.sensorClass()) {
          case BOXCAR -> Response.boxcar(constant * model.windowSeconds());
          case FIRST_ORDER_LAG -> Response.lag(constant * model.timeConstantSeconds());
          case PASS_THROUGH -> Response.passThrough();
        };
    Sensor sensor =
        new Sensor(response.delayed(delay), period, period * random.nextDouble(), NOISE, 0.01);
    double poll = period / (4 + 8 * random.nextDouble());
    Polls polls = sensor.poll(power, 0, power.seconds(), every(0.8 * poll, 1.2 * poll), ~seed);
    run.take(polls);
    for (int i = 0; i < loads.size(); i++) {
      run.activity(activity("k" + i, "load", loads.get(i)));
    }
    run.end();
    return this;
  }

  static Activity activity(String id, String name, double[] load) {
    long start = Sensor.nanos(load[0]);
    long end = Sensor.nanos(load[1]);
    return new Activity(Polls.DEVICE, id, Book.KERNEL, name, start, end, null, Map.of());
  }

  private SensorProfile profile() {
    SensorModel stated =
        switch (model.sensorClass()) {
          case BOXCAR -> SensorModel.boxcar(model.windowSeconds(), 0.01 * model.windowSeconds());
          case FIRST_ORDER_LAG ->
              SensorModel.lag(model.timeConstantSeconds(), 0.01 * model.timeConstantSeconds());
          case PASS_THROUGH -> model;
        };
    return new SensorProfile(
        "given",
        Polls.DEVICE,
        Polls.SIGNAL,
        stated,
        ProfileSource.GIVEN,
        period,
        0,
        0.002,
        1,
        0,
        0,
        0,
        0,
        NOISE,
        0,
        Long.MIN_VALUE);
  }

  /** The roll-up of the loads. */
  EnergyTotal sum() {
    return RollUp.byName(Book.KERNEL, run.book(Book.KERNEL)).stream()
        .filter(total -> "load".equals(total.key()))
        .findFirst()
        .orElseThrow();
  }

  double truth() {
    return loads.stream().mapToDouble(load -> power.joules(load[0], load[1])).sum();
  }

  /** Error of the sum over what is stated of it. */
  double sumZ() {
    return (sum().energyMicrojoules() * 1e-6 - truth()) / (sum().standardErrorMicrojoules() * 1e-6);
  }

  /** Error of the sum, as a share of it. */
  double sumError() {
    return sum().energyMicrojoules() * 1e-6 / truth() - 1;
  }

  double z(int i) {
    double[] load = loads.get(i);
    return (run.joules("k" + i) - power.joules(load[0], load[1])) / run.errorJoules("k" + i);
  }
}
