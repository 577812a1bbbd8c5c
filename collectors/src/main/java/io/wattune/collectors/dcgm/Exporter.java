package io.wattune.collectors.dcgm;

import io.wattune.collectors.device.DeviceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A dcgm-exporter that is asked over HTTP. For any thread. */
final class Exporter {
  /** Where an exporter listens that nobody has told otherwise. */
  static final URI USUAL = URI.create("http://127.0.0.1:9400/metrics");

  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int DONE = 200;

  /**
   * A GPU's lines are some kilobytes. What is longer is no page of an exporter, and may not end.
   */
  static final int LONGEST_PAGE = 16 << 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  private final Duration patience;
  private final HttpRequest question;

  /**
   * An exporter at an address.
   *
   * @param patience from the question to the last byte of the page
   * @throws IllegalArgumentException where that is no address of a web page
   */
  Exporter(URI uri, Duration patience) {
    this.uri = uri;
    this.patience = patience;
    this.question = HttpRequest.newBuilder(uri).GET().build();
  }

  URI uri() {
    return uri;
  }

  /**
   * Asks for the page. It comes, or its failure, within the patience; {@link #failure} says what a
   * failure means. Cancelling it gives up the question, too.
   */
  CompletableFuture<ExporterPage> ask() {
    CompletableFuture<HttpResponse<String>> sent =
        http.sendAsync(question, answer -> LimitedText.of(LONGEST_PAGE));
    CompletableFuture<ExporterPage> page =
        sent.thenApply(this::read).orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    // Without this an exporter that hangs would keep a connection for each question.
    var unused = page.whenComplete((read, failure) -> sent.cancel(true));
    return page;
  }

  private ExporterPage read(HttpResponse<String> response) {
    if (response.statusCode() != DONE) {
      throw new CompletionException(
          new DeviceException(
              "the dcgm-exporter at "
                  + uri
                  + " answered with status "
                  + response.statusCode()
                  + "; is that its address, and does it ask for no password?"));
    }
    return ExporterPage.of(response.body());
  }

  /** A failure of {@link #ask}, in words. */
  DeviceException failure(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof DeviceException known) {
      return known;
    }
    if (cause instanceof TimeoutException) {
      return new DeviceException(
          "the dcgm-exporter at " + uri + " has not answered within " + patience.toMillis() + " ms",
          cause);
    }
    return new DeviceException(
        "no dcgm-exporter answers at " + uri + "; is it running, and is that its address? " + cause,
        cause);
  }
}
