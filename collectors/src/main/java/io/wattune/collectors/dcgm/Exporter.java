package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A dcgm-exporter that is asked over HTTP. For one thread. */
final class Exporter {
  /** Where an exporter listens that nobody has told otherwise. */
  static final URI USUAL = URI.create("http://127.0.0.1:9400/metrics");

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int DONE = 200;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final URI uri;

  Exporter(URI uri) {
    this.uri = uri;
  }

  URI uri() {
    return uri;
  }

  ExporterPage page() throws DeviceException {
    var request = HttpRequest.newBuilder(uri).timeout(PATIENCE).GET().build();
    try {
      HttpResponse<String> response =
          http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      if (response.statusCode() != DONE) {
        throw new DeviceException(
            "the dcgm-exporter at " + uri + " answered with status " + response.statusCode());
      }
      return ExporterPage.of(response.body());
    } catch (IOException e) {
      throw new DeviceException(
          "no dcgm-exporter answers at " + uri + "; is it running, and is that its address? " + e,
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DeviceException("interrupted while the dcgm-exporter at " + uri + " answered", e);
    }
  }
}
