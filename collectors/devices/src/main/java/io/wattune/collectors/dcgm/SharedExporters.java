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

  /** One address. */
  private static final class Shared {
    final ExporterPages pages;
    int readers;

    Shared(ExporterPages pages) {
      this.pages = pages;
    }
  }

  private final Duration patience;
  private final LongSupplier monotonicNanos;
  private final Map<URI, Shared> exporters = new HashMap<>();

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
    Shared shared =
        exporters.computeIfAbsent(
            uri, address -> new Shared(new ExporterPages(address, patience, monotonicNanos)));
    shared.readers++;
    return new PageReader(shared.pages, periodNanos, () -> leave(uri));
  }

  private void leave(URI uri) {
    Shared left;
    synchronized (this) {
      left = exporters.get(uri);
      if (left == null || --left.readers > 0) {
        return;
      }
      exporters.remove(uri);
    }
    left.pages.close();
  }

  /** How many exporters are read. */
  synchronized int size() {
    return exporters.size();
  }
}
