package io.wattune.streams.fleet;

import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.Role;
import io.wattune.http.tls.AskingClient;
import io.wattune.http.tls.AskingFiles;
import io.wattune.http.tls.TlsException;
import io.wattune.schemas.answer.LimitedBody;
import io.wattune.streams.fleet.answer.Answer;
import io.wattune.streams.fleet.answer.AnswerJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Asks other instances, with a token that is for this alone, and for a limited time. Whoever joins
 * the group of instances is sent that token, so it is good for nothing but reading the view. A call
 * says that it was passed on; whoever gets such a call never passes it on again.
 */
final class Peers {
  static final String PASSED_ON = "X-Wattune-Passed-On";

  /** The line {@code read.peers=TOKEN} of the token file. */
  static final String TOKEN_NAME = "peers";

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

  /** Of one answer; those of a whole fleet have some megabytes. */
  private static final int MOST_BYTES = 64 << 20;

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final String scheme;
  private final Supplier<HttpClient> clients;
  private final boolean isOpen;
  private final @Nullable String token;
  private final Duration within;

  private Peers(Access access, Duration answerWithin, String scheme, Supplier<HttpClient> clients) {
    this.scheme = scheme;
    this.clients = clients;
    within = answerWithin;
    isOpen = access.isOpen();
    token =
        access.tokens().stream()
            .filter(each -> each.role() == Role.READ && each.who().equals(TOKEN_NAME))
            .map(Access.Token::secret)
            .findFirst()
            .orElse(null);
  }

  /** Instances that speak plain HTTP. */
  static Peers plain(Access access) {
    return plain(access, ANSWER_WITHIN);
  }

  static Peers plain(Access access, Duration answerWithin) {
    HttpClient client = builder().build();
    return new Peers(access, answerWithin, "http", () -> client);
  }

  /** Instances that speak TLS. */
  static Peers byTls(Access access, AskingFiles files) throws TlsException {
    return new Peers(access, ANSWER_WITHIN, "https", AskingClient.of(files, Peers::builder));
  }

  private static HttpClient.Builder builder() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(CONNECT_WITHIN)
        .followRedirects(HttpClient.Redirect.NEVER);
  }

  /**
   * Asks an instance; the future fails with an {@link IOException} that says why there is no
   * answer.
   */
  CompletableFuture<Answer> ask(HostInfo host, String pathAndQuery) {
    if (!isOpen && token == null) {
      return CompletableFuture.failedFuture(
          new IOException(
              "this instance has no token for the others: write a line read."
                  + TOKEN_NAME
                  + "=TOKEN into the token files of all of them"));
    }
    String address = new ListenAddress(host.host(), host.port()).toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scheme + "://" + address + pathAndQuery))
            .header(PASSED_ON, "1");
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<byte[]>> sent =
        clients.get().sendAsync(request.build(), LimitedBody.of(MOST_BYTES));
    return within(sent).thenCompose(Peers::answer);
  }

  /** To the last byte: the limit of a request ends with the headers of its answer. */
  private CompletableFuture<HttpResponse<byte[]>> within(
      CompletableFuture<HttpResponse<byte[]>> sent) {
    return sent.copy()
        .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            failure -> {
              sent.cancel(true);
              return CompletableFuture.failedFuture(
                  failure instanceof TimeoutException
                      ? new IOException("no whole answer within " + within.toMillis() + " ms")
                      : failure);
            });
  }

  private static CompletableFuture<Answer> answer(HttpResponse<byte[]> response) {
    if (response.statusCode() == NOT_FOUND) {
      return CompletableFuture.failedFuture(new NotFoundException());
    }
    if (response.statusCode() != OK) {
      return CompletableFuture.failedFuture(
          new IOException("it answered with HTTP status " + response.statusCode()));
    }
    try {
      return CompletableFuture.completedFuture(AnswerJson.read(response.body()));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(
          new IOException("its answer is not that of a fleet view of this release", e));
    }
  }

  /** The other instance has answered that there is no such thing. */
  static final class NotFoundException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
