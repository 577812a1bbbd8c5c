package io.wattune.testbed.heat;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.management.Observation;
import io.wattune.core.thermal.management.PredictiveController;
import io.wattune.core.thermal.management.StepController;
import io.wattune.core.thermal.management.ThermalController;
import io.wattune.core.thermal.model.BlockModel;
import io.wattune.core.thermal.solver.Propagator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The document's thermal management and the predictive one, on each workload at each limit: [C]
 * figure 5.8. Limits are shares below the highest temperature, in degrees Celsius, that the
 * workload reaches at the fastest clock. The predictive controller's own model of the card is off:
 * it has a better cooler and silicon than the card. Test: {@code HeatEvaluationTest}.
 */
public final class HeatEvaluation {
  /** Shares below the highest temperature: 20 to 50 %, as in [C]. */
  public static final List<Double> REDUCTIONS = List.of(0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5);

  /** The model's cooler and silicon against the card's. */
  private static final double MODEL_ERROR = 0.93;

  /** Kelvin above the limit that the predictive controller lets a kernel reach that it knows. */
  private static final double TOLERANCE = 1;

  private static final double SET_POINT_STEP = 0.5;
  private static final double ZERO_CELSIUS = 273.15;

  private final HeatCard card;
  private final HeatCardPower power;
  private final ManagedRun runs;
  private final Propagator model;
  private final double[] modelStart;

  /**
   * A workload at a limit.
   *
   * @param workload its name
   * @param reduction the limit's share below the highest temperature
   * @param limitKelvin the limit
   * @param isReachable whether the slowest clock can hold it for ever
   * @param free the run without a limit
   * @param document the document's controller
   * @param held the document's controller with its set point so low that it exceeds the limit by no
   *     more than the predictive one does, or than the sensor's step
   * @param predictive the predictive one
   */
  public record Row(
      String workload,
      double reduction,
      double limitKelvin,
      boolean isReachable,
      ManagedRun.Outcome free,
      ManagedRun.Outcome document,
      ManagedRun.Outcome held,
      ManagedRun.Outcome predictive) {

    /** Time under the document's controller against that without a limit. */
    public double documentSlowdown() {
      return document.seconds() / free.seconds();
    }

    /** The same, where it holds the limit. */
    public double heldSlowdown() {
      return held.seconds() / free.seconds();
    }

    /** Time under the predictive controller against that without a limit. */
    public double predictiveSlowdown() {
      return predictive.seconds() / free.seconds();
    }
  }

  /** Prepares. */
  public HeatEvaluation(HeatCard card) {
    this.card = card;
    power = new HeatCardPower(card);
    runs = new ManagedRun(card, power, propagator(card.cooler()));
    ThermalConfig assumed = card.cooler();
    assumed =
        assumed
            .with(Parameter.R_CONVEC, MODEL_ERROR * assumed.get(Parameter.R_CONVEC))
            .with(Parameter.K_CHIP, assumed.get(Parameter.K_CHIP) / MODEL_ERROR)
            .with(Parameter.C_CONVEC, assumed.get(Parameter.C_CONVEC) / MODEL_ERROR);
    model = propagator(assumed);
    modelStart = model.settled(power.idle());
  }

  private Propagator propagator(ThermalConfig cooler) {
    var chip = new BlockModel(card.plan(), cooler);
    List<double[]> sources = new ArrayList<>();
    for (int b = 0; b < card.plan().size(); b++) {
      double[] unit = new double[card.plan().size()];
      unit[b] = 1;
      sources.add(chip.watts(unit));
    }
    return new Propagator(chip.network(), card.data().epochSeconds(), sources);
  }

  /** The card. */
  public HeatCard card() {
    return card;
  }

  /** Power of the card, mean over a workload's phases at the fastest clock. */
  public double meanWatts(HeatWorkload workload) {
    double joules = 0;
    double seconds = 0;
    for (HeatPhase phase : workload.phases()) {
      double watts = 0;
      for (double block : power.watts(workload, phase, 0)) {
        watts += block;
      }
      joules += watts * phase.seconds();
      seconds += phase.seconds();
    }
    return joules / seconds;
  }

  /** All workloads at all limits. */
  public List<Row> run(IntConsumer done) {
    return run(card.data().workloads(), REDUCTIONS, done);
  }

  /**
   * Some workloads at some limits.
   *
   * @param done receives the number of rows after each of them
   */
  public List<Row> run(List<HeatWorkload> workloads, List<Double> reductions, IntConsumer done) {
    List<Row> rows = new ArrayList<>();
    for (HeatWorkload workload : workloads) {
      ManagedRun.Outcome free = runs.run(workload, new Fastest(), Double.POSITIVE_INFINITY);
      for (double reduction : reductions) {
        rows.add(row(workload, free, reduction));
        done.accept(rows.size());
      }
    }
    return List.copyOf(rows);
  }

  private Row row(HeatWorkload workload, ManagedRun.Outcome free, double reduction) {
    double limit = ZERO_CELSIUS + (1 - reduction) * (free.hottestKelvin() - ZERO_CELSIUS);
    ManagedRun.Outcome predicted = runs.run(workload, predictive(limit), limit);
    return new Row(
        workload.name(),
        reduction,
        limit,
        runs.settled(workload, card.levels().slowest()) <= limit,
        free,
        runs.run(workload, new StepController(card.levels(), limit), limit),
        held(workload, limit, predicted.overshootKelvin()),
        predicted);
  }

  /**
   * The highest set point, to half a kelvin, at which the document's controller holds the limit.
   */
  private ManagedRun.Outcome held(HeatWorkload workload, double limit, double overshoot) {
    double allowed = Math.max(card.data().sensorStepKelvin(), overshoot);
    double setPoint = limit;
    while (true) {
      ManagedRun.Outcome outcome =
          runs.run(workload, new StepController(card.levels(), setPoint), limit);
      if (outcome.overshootKelvin() <= allowed || setPoint <= card.cooler().ambient()) {
        return outcome;
      }
      setPoint -= SET_POINT_STEP;
    }
  }

  private ThermalController predictive(double limit) {
    return new PredictiveController(
        model,
        power.scaling(),
        power.mostActive(),
        card.cooler().ambient(),
        limit,
        card.data().sensorStepKelvin() / 2,
        TOLERANCE,
        modelStart);
  }

  /** No management. */
  private static final class Fastest implements ThermalController {
    @Override
    public int next(Observation seen) {
      return 0;
    }

    @Override
    public double statedError() {
      return Double.POSITIVE_INFINITY;
    }
  }
}
