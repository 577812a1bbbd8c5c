package io.wattune.core.ledger.integral;

import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;

/**
 * What a device's own energy counter says against a window's energy, as an error of that energy.
 *
 * <p>A sensor that shows a part of the time, or whose class is not known, errs to one side under
 * loads that keep step with it, by more than its readings can show: windows of an H100's polled
 * instant power were 40 % low for as long as loads of 50 ms came every 0.1 s. Its counter sees what
 * the polls miss. Where the two differ by more than {@value #FAR_ERRORS} of both errors, the
 * difference is an error of the window, and one that it has in common with its neighbours.
 *
 * <p>A sensor that is known to see everything is not doubted: counters have faults of their own,
 * and {@link CounterEnergy#disagrees} says so. Nor is one whose counter is off by a factor of
 * {@value #MOST_FACTOR}: that is a unit. A counter may count what the sensor shows, or true energy:
 * of both scales the nearer one is taken. Units J. Tests: {@code CounterDoubtTest}, {@code
 * RecordedH100Test}.
 */
public final class CounterDoubt {
  private static final double FAR_ERRORS = 2;
  private static final double MOST_FACTOR = 10;
  private static final double ALL = 0.99;

  private CounterDoubt() {}

  /** Whether a counter is asked at all. */
  public static boolean isAsked(SensorProfile profile, double pollSeconds) {
    boolean isUnknown = profile.source() == ProfileSource.PRIOR;
    return isUnknown || EnergyError.seenShare(profile, pollSeconds) < ALL;
  }

  /**
   * By how much a window's energy may be wrong; 0 where the counter agrees.
   *
   * @param joules the window's energy
   * @param seconds its length
   * @param counted what the counter says of it
   * @param error the energy's error
   */
  public static double joules(
      double joules,
      double seconds,
      CounterEnergy counted,
      EnergyError error,
      SensorProfile profile) {
    double shown = (joules - profile.offsetWatts() * seconds) / profile.gain();
    double counter = counted.microjoules() * 1e-6;
    double difference = Math.min(Math.abs(counter - joules), Math.abs(counter - shown));
    double own = error.joules() * error.joules() - error.scaleJoules() * error.scaleJoules();
    double both = StrictMath.hypot(Math.sqrt(Math.max(0, own)), counted.errorMicrojoules() * 1e-6);
    boolean isFar = difference > FAR_ERRORS * both;
    boolean isUnit = counter > MOST_FACTOR * joules || counter < joules / MOST_FACTOR;
    return isFar && !isUnit ? difference : 0;
  }
}
