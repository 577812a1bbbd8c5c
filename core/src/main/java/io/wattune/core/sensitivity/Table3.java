package io.wattune.core.sensitivity;

import static io.wattune.core.sensitivity.SensitivityMetric.COMPUTE_TO_MEMORY_PERCENT;
import static io.wattune.core.sensitivity.SensitivityMetric.IC_ACTIVITY;
import static io.wattune.core.sensitivity.SensitivityMetric.MEM_UNIT_BUSY_PERCENT;
import static io.wattune.core.sensitivity.SensitivityMetric.MEM_UNIT_STALLED_PERCENT;
import static io.wattune.core.sensitivity.SensitivityMetric.NORM_SGPR;
import static io.wattune.core.sensitivity.SensitivityMetric.NORM_VGPR;
import static io.wattune.core.sensitivity.SensitivityMetric.VALU_UTILIZATION_PERCENT;
import static io.wattune.core.sensitivity.SensitivityMetric.WRITE_UNIT_STALLED_PERCENT;

import io.wattune.core.sensitivity.LinearModel.Term;
import io.wattune.core.tunable.TunableName;
import java.util.List;

/**
 * The models of Harmonia's Table 3 (Paul et al. 2015), for AMD's HD 7970.
 *
 * <p>Units are mixed: what the profiler shows as percent is percent (0..100), icActivity and the
 * normalised register counts are fractions. The paper does not say so; it is the only reading in
 * which its own examples come out ({@code Table3Test}). Raw values then lie in -1.551..4.141
 * (bandwidth) and 0.06..1.236 (compute), and are held within 0..1, which the paper does not mention
 * either.
 *
 * <p>Accuracy: the paper states prediction errors of 3.03 % (bandwidth) and 5.71 % (compute) on the
 * kernels that it was fitted to. That is no standard error of a single value, so none is given.
 */
public final class Table3 {
  private static final String TRAINED_ON = "HD 7970";

  /** Bandwidth sensitivity: that to the memory's clock. */
  public static final LinearModel BANDWIDTH =
      new LinearModel(
          "harmonia-table3-bandwidth",
          TRAINED_ON,
          List.of(TunableName.MEMORY_CLOCK),
          -0.42,
          List.of(
              new Term(VALU_UTILIZATION_PERCENT, 0.003),
              new Term(WRITE_UNIT_STALLED_PERCENT, 0.011),
              new Term(MEM_UNIT_BUSY_PERCENT, 0.01),
              new Term(MEM_UNIT_STALLED_PERCENT, -0.004),
              new Term(IC_ACTIVITY, 1.003),
              new Term(NORM_VGPR, 1.158),
              new Term(NORM_SGPR, -0.731)));

  /** Compute sensitivity: the paper has one for the clock and the number of compute units. */
  public static final LinearModel COMPUTE =
      new LinearModel(
          "harmonia-table3-compute",
          TRAINED_ON,
          List.of(TunableName.CORE_CLOCK, TunableName.CU_COUNT),
          0.06,
          List.of(
              new Term(COMPUTE_TO_MEMORY_PERCENT, 0.007),
              new Term(NORM_VGPR, 0.452),
              new Term(NORM_SGPR, 0.024)));

  /** Both. */
  public static final List<LinearModel> MODELS = List.of(COMPUTE, BANDWIDTH);

  private Table3() {}
}
