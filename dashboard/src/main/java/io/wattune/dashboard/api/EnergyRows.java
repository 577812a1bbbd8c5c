package io.wattune.dashboard.api;

import io.wattune.core.Quality;
import io.wattune.core.device.DeviceId;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.store.history.NamedEnergy;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Energies of many devices, by name. Errors that are common to a device add up within it; those of
 * different devices are taken as independent.
 */
final class EnergyRows {
  private EnergyRows() {}

  /** Rows, the one with most energy first; what is nobody's, last. */
  static List<EnergyAnswer.Row> of(List<NamedEnergy> sums, EnergyBy by, double totalJoules) {
    Map<String, Draft> drafts = new HashMap<>();
    for (NamedEnergy sum : sums) {
      drafts.computeIfAbsent(by.rowOf(sum), absent -> new Draft()).add(sum);
    }
    return drafts.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, Draft> each) -> isNobodys(each.getKey()))
                .thenComparingDouble(each -> -each.getValue().joules)
                .thenComparing(Map.Entry::getKey))
        .map(each -> each.getValue().row(each.getKey(), totalJoules))
        .toList();
  }

  private static boolean isNobodys(String name) {
    return name.equals(EnergyTotal.NOT_ATTRIBUTED);
  }

  /** Without the meter of a node of which other devices are among them: it measures those again. */
  static List<NamedEnergy> counted(List<NamedEnergy> all) {
    Set<String> withDevices = new HashSet<>();
    for (NamedEnergy each : all) {
      if (!DeviceId.isMeter(each.device())) {
        withDevices.add(DeviceId.nodeOf(each.device()));
      }
    }
    return all.stream()
        .filter(
            each ->
                !DeviceId.isMeter(each.device())
                    || !withDevices.contains(DeviceId.nodeOf(each.device())))
        .toList();
  }

  static double total(List<NamedEnergy> sums) {
    return sums.stream().mapToDouble(NamedEnergy::energyJoules).sum();
  }

  private static final class Draft {
    private final Set<String> devices = new HashSet<>();
    private @Nullable Map<String, String> labels;
    private double joules;
    private double variance;
    private double seconds;
    private long entries;
    private Quality worst = Quality.MEASURED;
    private final Map<Quality, Double> ofQuality = new EnumMap<>(Quality.class);

    void add(NamedEnergy sum) {
      devices.add(sum.device());
      labels = labels == null || labels.equals(sum.labels()) ? sum.labels() : Map.of();
      joules += sum.energyJoules();
      variance += sum.scaleErrorJoules() * sum.scaleErrorJoules() + sum.independentVariance();
      seconds += sum.seconds();
      entries += sum.entries();
      worst = worst.worst(sum.quality());
      sum.joulesByQuality()
          .forEach((quality, own) -> ofQuality.merge(quality, Math.max(0, own), Double::sum));
    }

    /**
     * The share of the energy that is of each quality, the largest first; null where there is none.
     */
    private @Nullable Map<String, Double> qualityShares() {
      double sum = ofQuality.values().stream().mapToDouble(j -> j).sum();
      if (sum <= 0) {
        return null;
      }
      Map<String, Double> shares = new LinkedHashMap<>();
      ofQuality.entrySet().stream()
          .sorted(Map.Entry.<Quality, Double>comparingByValue().reversed())
          .forEach(each -> shares.put(Units.of(each.getKey()), each.getValue() / sum));
      return shares;
    }

    /** What most of the energy is; the worst of the entries where there is no energy. */
    private static String most(@Nullable Map<String, Double> shares, Quality worst) {
      return shares == null ? Units.of(worst) : shares.keySet().iterator().next();
    }

    EnergyAnswer.Row row(String name, double totalJoules) {
      Map<String, Double> shares = qualityShares();
      return new EnergyAnswer.Row(
          name,
          labels == null ? Map.of() : labels,
          Units.joules(joules),
          Units.joules(Math.sqrt(variance)),
          totalJoules > 0 ? Units.finite(joules / totalJoules) : null,
          entries,
          devices.size(),
          Math.round(seconds * 1e6) / 1e6,
          seconds > 0 && !isNobodys(name) ? Units.watts(joules / seconds) : null,
          most(shares, worst),
          shares);
    }
  }
}
