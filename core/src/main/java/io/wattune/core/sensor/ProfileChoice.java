package io.wattune.core.sensor;

import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sensor profile that each device starts with. A device whose start is a {@link
 * ProfileSource#PRIOR} learns its own from its readings; any other keeps what it was given.
 *
 * @param learns whether devices that are not listed start with the prior, and learn; otherwise
 *     their readings are taken as they are
 * @param given profiles of devices and signals, of single ones, of a model's, or of all
 */
public record ProfileChoice(boolean learns, Map<SensorTarget, SensorProfile> given)
    implements Serializable {

  /**
   * Which sensors a profile is for.
   *
   * @param device the device; {@value GivenProfile#ANY} for all, or all of the model
   * @param signal the signal; {@value GivenProfile#ANY} for all
   * @param model the model; empty for any
   */
  public record SensorTarget(String device, String signal, String model) implements Serializable {}

  /** Learn each sensor from its own readings. */
  public static final ProfileChoice AUTO = new ProfileChoice(true, List.of());

  /** Take all readings as they are. */
  public static final ProfileChoice NONE = new ProfileChoice(false, List.of());

  /**
   * How much a sensor of unknown class may lag: the mean delay of a one-second average, the longest
   * response known (Yang et al. 2024).
   */
  static final double PRIOR_LAG_SECONDS = 0.5;

  /**
   * Gain of a board that was never compared with a meter, from the steady-state deviations of six
   * boards in Yang et al. (2024): -5.5, -4.0, -4.3, +0.5, -0.3 and +3.4 %. Their root mean square,
   * 3.6 %, is a spread that is known from six draws only: that of the next board is Student's t of
   * six degrees of freedom, of which the standard deviation is {@code sqrt(sum of squares / (6 -
   * 2))} = 4.4 %. NVIDIA states 5 % of its Fermi and Kepler boards.
   */
  private static final double PRIOR_GAIN_ERROR = 0.044;

  /**
   * Offset of a board that was never compared with a meter: true power at sensor zero, mostly what
   * does not pass the sensor. A K20's sensor is good to 5 W, and does not see what comes through
   * the slot (Burtscher et al. 2014); how offsets of boards are spread was not published. Of one
   * board it is known that 51.8 W were read at idle where a meter saw 70: two standard errors reach
   * that far. This is a choice with that board in view, no fit. It is taken as independent of the
   * gain, since nobody has published both of one board, and of all signals alike, since a signal's
   * name does not say what its sensor covers. In variance it adds {@code (10 W t)^2} to a time t:
   * 11 W in all at 100 W, 16 W at 300 W. Test: {@code
   * ProfileChoiceTest.aBoardWithoutAMeterMayHaveAnOffset}, {@code UncalibratedBoardsTest}.
   */
  private static final double PRIOR_OFFSET_ERROR_WATTS = 10;

  /**
   * How far offsets of two boards of one model may be apart: what NVIDIA states of a K20's readings
   * (Burtscher et al. 2014). How they are was not published; half of what is assumed of a board of
   * which nothing is known is a choice.
   */
  private static final double BETWEEN_BOARDS_WATTS = 5;

  private static final double PRIOR_PERIOD_SECONDS = 0.1;
  private static final double PRIOR_DELAY_ERROR_SECONDS = 0.025;
  private static final double PRIOR_NOISE_WATTS = 0.1;

  public ProfileChoice {
    given = Map.copyOf(given);
  }

  /** Profiles of single devices, whatever their model; of two for one sensor the first counts. */
  public ProfileChoice(boolean learns, List<SensorProfile> given) {
    this(learns, targets(given.stream().map(profile -> new GivenProfile(profile, "")).toList()));
  }

  /** Profiles as a file gives them; other sensors are learned. */
  public static ProfileChoice known(List<GivenProfile> given) {
    return new ProfileChoice(true, targets(given));
  }

  private static Map<SensorTarget, SensorProfile> targets(List<GivenProfile> given) {
    Map<SensorTarget, SensorProfile> targets = new HashMap<>();
    for (GivenProfile one : given) {
      SensorProfile profile = one.profile();
      targets.putIfAbsent(
          new SensorTarget(profile.device(), profile.signal(), one.model()), profile);
    }
    return targets;
  }

  /** All profiles that are given. */
  public Collection<SensorProfile> profiles() {
    return given.values();
  }

  /** The profile that a device's signal starts with, before its model is known. */
  public SensorProfile start(String device, String signal) {
    return given(device, signal, "")
        .orElseGet(() -> learns ? prior(device, signal) : asRead(device, signal));
  }

  /**
   * What is given to a device's signal: its own before its model's before anybody's, and of each
   * that of the signal before that of any. Empty where nothing is.
   *
   * @param model its model's name, as its driver says it; empty where it is not known
   */
  public Optional<SensorProfile> given(String device, String signal, String model) {
    if (given.isEmpty()) {
      return Optional.empty();
    }
    SensorProfile own = find(device, signal, "");
    if (own == null && !model.isEmpty()) {
      own = find(GivenProfile.ANY, signal, model);
    }
    if (own == null) {
      own = find(GivenProfile.ANY, signal, "");
    }
    if (own == null) {
      return Optional.empty();
    }
    boolean isExact = own.device().equals(device) && own.signal().equals(signal);
    return Optional.of(isExact ? own : own.givenTo(device, signal));
  }

  private @Nullable SensorProfile find(String device, String signal, String model) {
    SensorProfile exact = given.get(new SensorTarget(device, signal, model));
    return exact != null ? exact : given.get(new SensorTarget(device, GivenProfile.ANY, model));
  }

  /** What is assumed of a sensor before anything is known: no response, a wide error. */
  public static SensorProfile prior(String device, String signal) {
    return unscaled(device, signal, ProfileSource.PRIOR, PRIOR_LAG_SECONDS);
  }

  /**
   * What is assumed of a sensor of a board of a known model until it is learned from its own
   * readings: what was published of such boards, with an error that covers its being wrong. Empty
   * where nothing was.
   *
   * @param model the model's name, as its driver says it
   */
  public static Optional<SensorProfile> prior(String device, String signal, String model) {
    return prior(device, signal, model, Long.MIN_VALUE);
  }

  /**
   * The profile that takes the place of another: what is given to the device, which may have been
   * given after the other had been learned, or to its model, which may have just been named; else
   * what was published of the model. Empty where that holds already, and where nothing was
   * published of the model or the profile says more than {@link #prior(String, String)}: it was
   * learned, narrowed or given, or is a model's prior.
   *
   * @param now the profile that holds
   * @param model the model's name, as its driver says it; empty where it is not said just now
   * @param fromNanos event time from which on the other is to hold
   */
  public Optional<SensorProfile> inPlaceOf(SensorProfile now, String model, long fromNanos) {
    SensorProfile wanted = given(now.device(), now.signal(), model).orElse(null);
    if (wanted != null && wanted.source() == ProfileSource.GIVEN) {
      // What a model or everybody is given waits for the model: it may be another's than before.
      boolean isKept =
          now.source() == ProfileSource.GIVEN
              && (now.givenTo(now.device(), now.signal()).equals(wanted)
                  || (model.isEmpty() && find(now.device(), now.signal(), "") == null));
      return isKept ? Optional.empty() : Optional.of(wanted.from(fromNanos));
    }
    return learns && !model.isEmpty() && now.equals(prior(now.device(), now.signal()))
        ? prior(now.device(), now.signal(), model, fromNanos)
        : Optional.empty();
  }

  private static Optional<SensorProfile> prior(
      String device, String signal, String model, long fromNanos) {
    PublishedSensors.Published published = PublishedSensors.of(model, signal, PRIOR_LAG_SECONDS);
    if (published == null) {
      return Optional.empty();
    }
    SensorProfile unknown = prior(device, signal);
    return Optional.of(
        new SensorProfile(
            device + "/" + signal + "/prior of " + published.name(),
            device,
            signal,
            published.model(),
            ProfileSource.PRIOR,
            published.periodSeconds(),
            unknown.delaySeconds(),
            unknown.delayErrorSeconds(),
            unknown.gain(),
            unknown.gainError(),
            unknown.offsetWatts(),
            unknown.offsetErrorWatts(),
            unknown.gainOffsetCovarianceWatts(),
            unknown.noiseWatts(),
            unknown.steps(),
            fromNanos));
  }

  /**
   * A profile as it holds for other boards of its model: by what boards differ its gain and offset
   * are less known, and no longer together. Response and delay belong to the model. Test: {@code
   * ProfileChoiceTest.anotherBoardIsLessKnownByWhatBoardsDiffer}.
   */
  public static SensorProfile ofAnotherBoard(SensorProfile measured) {
    return measured.scaled(
        measured.profileId(),
        measured.gain(),
        StrictMath.hypot(measured.gainError(), PRIOR_GAIN_ERROR),
        measured.offsetWatts(),
        StrictMath.hypot(measured.offsetErrorWatts(), BETWEEN_BOARDS_WATTS),
        0);
  }

  private static SensorProfile asRead(String device, String signal) {
    return unscaled(device, signal, ProfileSource.GIVEN, 0);
  }

  private static SensorProfile unscaled(
      String device, String signal, ProfileSource source, double lagErrorSeconds) {
    return new SensorProfile(
        device + "/" + signal + (source == ProfileSource.PRIOR ? "/prior" : "/as-read"),
        device,
        signal,
        SensorModel.passThrough(lagErrorSeconds),
        source,
        PRIOR_PERIOD_SECONDS,
        0,
        PRIOR_DELAY_ERROR_SECONDS,
        1,
        PRIOR_GAIN_ERROR,
        0,
        PRIOR_OFFSET_ERROR_WATTS,
        0,
        PRIOR_NOISE_WATTS,
        0,
        Long.MIN_VALUE);
  }
}
