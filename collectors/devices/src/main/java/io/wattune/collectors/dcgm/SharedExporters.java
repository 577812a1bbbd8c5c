package io.wattune.collectors.dcgm;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The exporters that somebody reads, each asked once for all its readers. For any thread. */
final class SharedExporters {
  /** Where an exporter listens by default. */
  static final URI USUAL = URI.create("http://127.0.0.1:9400/metrics");

  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Duration patience;
  private final LongSupplier monotonicNanos;
  private final Map<URI, ExporterPages> exporters = new HashMap<>();

  /**
   * None yet.
   *
   * @param patience how long an exporter may take to answer
   */
  SharedExporters(Duration patience, LongSupplier monotonicNanos) {
    this.patience = patience;
    this.monotonicNanos = monotonicNanos;
  }

  /**
   * A new reader of the exporter at an address.
   *
   * @param periodNanos how often it looks
   * @throws IllegalArgumentException where that is no address of a web page
   */
  synchronized PageReader open(URI uri, long periodNanos) {
    ExporterPages pages =
        exporters.computeIfAbsent(
            uri, address -> new ExporterPages(address, patience, monotonicNanos));
    pages.readers++;
    return new PageReader(pages, periodNanos, () -> leave(uri));
  }

  private void leave(URI uri) {
    ExporterPages left;
    synchronized (this) {
      left = exporters.get(uri);
      if (left == null || --left.readers > 0) {
        return;
      }
      exporters.remove(uri);
    }
    left.close();
  }

  /** How many exporters are read. */
  synchronized int size() {
    return exporters.size();
  }
}
