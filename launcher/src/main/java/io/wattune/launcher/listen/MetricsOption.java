package io.wattune.launcher.listen;

import io.wattune.http.metric.LeftOutLabels;
import io.wattune.http.metric.Metric;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import picocli.CommandLine.Option;

/** Which labels {@code /metrics} shows. */
public final class MetricsOption {
  @Option(
      names = "--metrics-without",
      paramLabel = "LABEL",
      split = ",",
      description =
          "labels that /metrics leaves out, such as device,user: counters, watts and joules of what"
              + " becomes one series are added up, other values of it are not shown; default: none")
  private List<String> without = List.of();

  /** The labels, of these metrics. */
  public LeftOutLabels labels(List<Metric> metrics) throws EngineException {
    try {
      return LeftOutLabels.of(without, metrics);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--metrics-without: " + e.getMessage());
    }
  }
}
