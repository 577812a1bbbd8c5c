package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.exposition.PageClient;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A dcgm-exporter that is asked over HTTP. For any thread. */
final class Exporter {
  /** Where an exporter listens by default. */
  static final URI USUAL = URI.create("http://127.0.0.1:9400/metrics");

  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final PageClient client;

  /**
   * An exporter at an address.
   *
   * @param patience from the question to the last byte of the page
   * @throws IllegalArgumentException where that is no address of a web page
   */
  Exporter(URI uri, Duration patience) {
    client = new PageClient(uri, patience, "dcgm-exporter");
  }

  URI uri() {
    return client.uri();
  }

  /**
   * Asks for the page. It comes, or its failure, within the patience; {@link #failure} says what a
   * failure means. Cancelling it gives up the question, too.
   */
  CompletableFuture<ExporterPage> ask() {
    CompletableFuture<String> text = client.ask();
    CompletableFuture<ExporterPage> page = text.thenApply(ExporterPage::of);
    var unused =
        page.whenComplete(
            (read, failure) -> {
              if (page.isCancelled()) {
                text.cancel(true);
              }
            });
    return page;
  }

  /** A failure of {@link #ask}, in words. */
  DeviceException failure(Throwable failure) {
    return client.failure(failure);
  }
}
