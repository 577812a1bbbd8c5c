package io.wattune.collectors.exposition;

import io.wattune.collectors.device.DeviceException;
import io.wattune.schemas.answer.LimitedBody;
import io.wattune.schemas.failure.FailureWords;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks one address for its page. For any thread. */
public final class PageClient {
  private static final int DONE = 200;

  /** A page is some kilobytes. What is longer is none, and may not end. */
  public static final int LONGEST_PAGE = 16 << 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  private final Duration patience;
  private final String whose;
  private final HttpRequest question;

  /**
   * A client of an address.
   *
   * @param patience from the question to the last byte of the page
   * @param whose what should answer there, in failures
   * @throws IllegalArgumentException where that is no address of a web page
   */
  public PageClient(URI uri, Duration patience, String whose) {
    this.uri = uri;
    this.patience = patience;
    this.whose = whose;
    this.question = HttpRequest.newBuilder(uri).header("Accept", "text/plain").GET().build();
  }

  /** The address. */
  public URI uri() {
    return uri;
  }

  /**
   * Asks for the page. It comes, or its failure, within the patience; {@link #failure} says what a
   * failure means. Cancelling it gives up the question, too.
   */
  public CompletableFuture<String> ask() {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(question, LimitedBody.of(LONGEST_PAGE, "its answer"));
    CompletableFuture<String> page =
        sent.thenApply(this::body).orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    // Without this a server that hangs would keep a connection for each question.
    var unused = page.whenComplete((read, failure) -> sent.cancel(true));
    return page;
  }

  private String body(HttpResponse<byte[]> response) {
    if (response.statusCode() != DONE) {
      throw new CompletionException(
          new DeviceException(
              ("the %s at %s answered with status %s; is that its address, and does it "
                      + "ask for no password?")
                  .formatted(whose, uri, response.statusCode())));
    }
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** A failure of {@link #ask}, in words. */
  public DeviceException failure(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof DeviceException known) {
      return known;
    }
    if (cause instanceof TimeoutException) {
      return new DeviceException(
          "the " + whose + " at " + uri + " has not answered within " + patience.toMillis() + " ms",
          cause);
    }
    return new DeviceException(
        "no %s answers at %s; is it running, and is that its address? %s"
            .formatted(whose, uri, FailureWords.of(cause)),
        cause);
  }
}
