package io.wattune.pipeline;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The parts that run in one process, as one: their metrics side by side, and all their checks. */
public final class AllParts implements PartProbe {
  private final String part;
  private final List<PartProbe> probes = new CopyOnWriteArrayList<>();

  /** A process that has no part yet. */
  public AllParts(String part) {
    this.part = part;
  }

  /** One more; may come while others are looked at. */
  public void add(PartProbe probe) {
    probes.add(probe);
  }

  @Override
  public String part() {
    return part;
  }

  @Override
  public void read(MetricValues values) {
    probes.forEach(probe -> probe.read(values));
  }

  /** Those that there are by now. */
  List<PartProbe> parts() {
    return List.copyOf(probes);
  }

  /** Each part's checks, with its name before. */
  @Override
  public List<HealthCheck> checks() {
    return probes.stream()
        .flatMap(
            probe ->
                probe.checks().stream()
                    .map(
                        check ->
                            new HealthCheck(
                                probe.part() + ": " + check.name(),
                                check.status(),
                                check.detail())))
        .toList();
  }
}
