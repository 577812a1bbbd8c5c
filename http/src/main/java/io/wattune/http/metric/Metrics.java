package io.wattune.http.metric;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmCompilationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmNativeMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@code /metrics} shows: the metrics of one or more parts, and those of their JVM. */
public final class Metrics {
  private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final List<MetricSource> sources;
  private final LeftOutLabels leftOut;
  private volatile String lastWarning = "";

  private Metrics(List<MetricSource> sources, LeftOutLabels leftOut) {
    this.leftOut = leftOut;
    this.sources = List.copyOf(sources);
  }

  /** The metrics of these sources. */
  public static Metrics of(MetricSource... sources) {
    return of(List.of(sources));
  }

  /** As {@link #of(MetricSource...)}. */
  public static Metrics of(List<MetricSource> sources) {
    return of(sources, LeftOutLabels.NONE);
  }

  private static Metrics of(List<MetricSource> sources, LeftOutLabels leftOut) {
    var metrics = new Metrics(sources, leftOut);
    registerJvm(metrics.registry);
    metrics.registry.register((MultiCollector) metrics::collect);
    return metrics;
  }

  /**
   * What the library has of a JVM, but for the bytes that each memory pool has handed out: those it
   * counts at each collection of garbage, by a conversion that costs as much as the collection.
   */
  private static void registerJvm(PrometheusRegistry registry) {
    ProcessMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
    JvmBufferPoolMetrics.builder().register(registry);
    JvmClassLoadingMetrics.builder().register(registry);
    JvmCompilationMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmMemoryMetrics.builder().register(registry);
    JvmNativeMemoryMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
  }

  /** The same and those of one source more. */
  public Metrics with(MetricSource source) {
    List<MetricSource> all = new ArrayList<>(sources);
    all.add(source);
    return of(all, leftOut);
  }

  /** The same without some labels. */
  public Metrics without(LeftOutLabels labels) {
    return of(sources, labels);
  }

  /** The media type of the format that suits what the client accepts. */
  public String contentType(@Nullable String accept) {
    return writer(accept).getContentType();
  }

  /** Writes the values of now, in the format that suits what the client accepts. */
  public void write(@Nullable String accept, OutputStream out) throws IOException {
    writer(accept).write(out, registry.scrape());
  }

  private ExpositionFormatWriter writer(@Nullable String accept) {
    return formats.findWriter(accept);
  }

  private MetricSnapshots collect() {
    var values = new MetricValues();
    for (MetricSource source : sources) {
      try {
        source.read(values);
      } catch (IllegalArgumentException e) {
        throw e; // A metric and its values disagree: a defect that must be seen.
      } catch (RuntimeException e) {
        warnOnce(e.toString());
      }
    }
    return values.snapshots(leftOut);
  }

  /** One line for each change: scrapes come every few seconds. */
  private void warnOnce(String what) {
    if (!what.equals(lastWarning)) {
      lastWarning = what;
      LOG.warn("some metrics are missing: {}", what);
    }
  }
}
