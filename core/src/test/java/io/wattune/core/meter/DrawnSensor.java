package io.wattune.core.meter;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A sensor of any class drawn at random, its loads and its meter of 2 kHz: windows of 10 to 100 %
 * of the period, lags, delays of -1 to 2 periods, gains of 0.9 to 1.1, offsets of up to 20 W, polls
 * every 7 to 20 ms, a meter's clock that is up to 50 ms and 1000 ppm off.
 */
public final class DrawnSensor {
  /** In the place of a window: a sensor of no known class. */
  static final double PEAKS = 0.6;

  public final SensorClass truth;
  private final double constant;
  private final double period;
  private final double delay;
  private final double gain;
  private final double offset;
  private final double idle;
  private final double busy;
  public final PowerTrace power;
  public final List<Interval> activities = new ArrayList<>();
  private final MeterTrace meter;
  public final Polls polls;

  public DrawnSensor(long seed, int load) {
    this(seed, Seeds.random(77_000 + seed), load, 0, 0, 0);
  }

  public DrawnSensor(long seed, double period, double window, double pitch) {
    this(seed, Seeds.random(77_000 + seed), window == PEAKS ? 1 : 0, period, window, pitch);
  }

  private DrawnSensor(
      long seed, Random random, int load, double givenPeriod, double window, double givenPitch) {
    int kind = window > 0 ? 0 : random.nextInt(6);
    double[] periods = {0.025, 0.1, 0.1, 0.1, 0.2};
    period = givenPeriod > 0 ? givenPeriod : periods[random.nextInt(periods.length)];
    truth =
        kind < 4
            ? SensorClass.BOXCAR
            : kind == 4 ? SensorClass.FIRST_ORDER_LAG : SensorClass.PASS_THROUGH;
    double[] windows = {0.1, 0.25, 0.5, 1};
    constant =
        switch (truth) {
          case BOXCAR -> period * (window > 0 ? window : windows[kind]);
          case FIRST_ORDER_LAG -> period * (0.3 + 3 * random.nextDouble());
          case PASS_THROUGH -> 0;
        };
    delay = period * (-1 + 3 * random.nextDouble());
    gain = 0.9 + 0.2 * random.nextDouble();
    offset = -20 + 40 * random.nextDouble();
    idle = 20 + 60 * random.nextDouble();
    busy = idle + 60 + 200 * random.nextDouble();
    double pitch = givenPitch > 0 ? givenPitch : period * (1.02 + 0.1 * random.nextDouble());
    power = loads(load, pitch, random);
    meter = meter(random);
    double every = 0.007 + 0.013 * random.nextDouble();
    Sensor sensor = new Sensor(this::shown, period, period * random.nextDouble(), 0.2, 0.01);
    polls =
        sensor.poll(power, 0.02, power.seconds() - 0.02, Sensor.every(every, 1.15 * every), seed);
  }

  private double shown(PowerTrace trace, double seconds) {
    if (constant == PEAKS * period) {
      double most = trace.wattsAt(seconds);
      for (double before = 0; before <= constant; before += 0.01) {
        most = Math.max(most, trace.wattsAt(seconds - before));
      }
      return most;
    }
    Response response =
        switch (truth) {
          case BOXCAR -> Response.boxcar(constant);
          case FIRST_ORDER_LAG -> Response.lag(constant);
          case PASS_THROUGH -> Response.passThrough();
        };
    return (response.at(trace, seconds - delay) - offset) / gain;
  }

  private PowerTrace loads(int load, double pitch, Random random) {
    PowerTrace trace = PowerTrace.from(idle).hold(2);
    int number = load == 0 ? 76 : load == 1 ? 64 : 30;
    for (int i = 0; i < number; i++) {
      double on = load == 0 ? pitch / 2 : load == 1 ? 0.03 + 0.1 * random.nextDouble() : 0.5;
      double off = load == 0 ? pitch / 2 : load == 1 ? 0.02 + 0.05 * random.nextDouble() : 0.3;
      double level = busy;
      if (load == 1 && i % 8 == 7) {
        off += 0.7;
      } else if (load == 2) {
        on *= 0.2 + 1.6 * random.nextDouble();
        off *= 0.3 + 1.7 * random.nextDouble();
        level = idle + (busy - idle) * (0.4 + 0.6 * random.nextDouble());
      }
      long start = Sensor.nanos(trace.seconds());
      trace.level(level, on);
      activities.add(new Interval(start, Sensor.nanos(trace.seconds())));
      trace.level(idle, off);
    }
    return trace.hold(2);
  }

  private MeterTrace meter(Random random) {
    double ahead = 0.05 * (2 * random.nextDouble() - 1);
    double drift = 1e-3 * (2 * random.nextDouble() - 1);
    int n = (int) (power.seconds() * 2000);
    long[] times = new long[n];
    double[] watts = new double[n];
    for (int i = 0; i < n; i++) {
      double t = i / 2000.0;
      times[i] = Sensor.nanos(t + ahead + drift * t);
      watts[i] = power.wattsAt(t) + 2 * random.nextGaussian();
    }
    return new MeterTrace(times, watts);
  }

  public MeterCalibration calibration() {
    return MeterCalibrator.calibrate(
        meter, polls.timesNanos(), polls.values(), PowerUnit.MILLIWATTS, activities);
  }

  /** A window that edges hardly ever fall into, in so few updates. */
  boolean isAsGoodAsNone() {
    return truth == SensorClass.BOXCAR && constant < 0.005;
  }

  boolean constantIsOff(ResponseFit fit) {
    return fit.sensorClass() == truth
        && Math.abs(fit.constantSeconds() - constant) > 2 * fit.constantErrorSeconds();
  }

  boolean delayIsOff(ResponseFit fit, MeterClock clock) {
    double error = StrictMath.hypot(fit.delayErrorSeconds(), clock.offsetErrorSeconds());
    return Math.abs(fit.delaySeconds() - delay) > 2 * error;
  }

  boolean scaleIsOff(MeterCalibration calibration) {
    SensorProfile profile = calibration.applied(ProfileChoice.prior("d", "s"));
    boolean isOff = false;
    for (double watts : new double[] {idle, busy}) {
      double y = (watts - offset) / gain;
      double variance =
          y * y * profile.gainError() * profile.gainError()
              + 2 * y * profile.gainOffsetCovarianceWatts()
              + profile.offsetErrorWatts() * profile.offsetErrorWatts();
      double off = profile.gain() * y + profile.offsetWatts() - watts;
      isOff |= Math.abs(off) > 2 * Math.sqrt(Math.max(0, variance));
    }
    return isOff;
  }
}
