package io.wattune.collectors.nodepower;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.collectors.device.DeviceException;
import io.wattune.schemas.answer.LimitedBody;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A management controller's Redfish service: paths in, JSON out. What leads away from the service,
 * a link or a redirect, is not followed: the password would go with it. Used by one thread.
 */
final class RedfishService {
  /** Of one answer; a chassis with all its sensors has some hundred kilobytes. */
  private static final int MOST_BYTES = 16 << 20;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int NOT_FOUND = 404;

  /** Some controllers send every path without a slash at its end to the one with it. */
  private static final int MOST_REDIRECTS = 3;

  private final HttpClient client;
  private final URI root;
  private final @Nullable String authorization;
  private final Duration limit;

  /**
   * A service.
   *
   * @param limit from a question to the last byte of its answer
   */
  RedfishService(
      HttpClient client,
      URI root,
      @Nullable String user,
      @Nullable String password,
      Duration limit) {
    this.client = client;
    this.root = root;
    this.limit = limit;
    this.authorization =
        user == null || password == null
            ? null
            : "Basic "
                + Base64.getEncoder()
                    .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  URI root() {
    return root;
  }

  /** The address of a link's path. */
  URI link(String path) throws DeviceException {
    if (!path.startsWith("/") || path.startsWith("//")) {
      throw new DeviceException(root + " links to '" + path + "', which is not a path of its own");
    }
    try {
      return root.resolve(path);
    } catch (IllegalArgumentException e) {
      throw new DeviceException(root + " links to '" + path + "', which is no path", e);
    }
  }

  /** A resource that must be there. */
  JsonNode get(URI uri) throws DeviceException, InterruptedException {
    return json(uri, answer(uri));
  }

  /** A resource, where it is there: some services link to what they do not serve. */
  Optional<JsonNode> find(URI uri) throws DeviceException, InterruptedException {
    HttpResponse<byte[]> answer = answer(uri);
    return answer.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(json(uri, answer));
  }

  private static JsonNode json(URI uri, HttpResponse<byte[]> answer) throws DeviceException {
    if (answer.statusCode() != 200) {
      throw new DeviceException(uri + " answers " + status(answer.statusCode()));
    }
    try {
      return JSON.readTree(answer.body());
    } catch (JacksonException e) {
      throw new DeviceException(uri + " answers no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new DeviceException(uri + " does not answer: " + FailureWords.of(e), e);
    }
  }

  private HttpResponse<byte[]> answer(URI uri) throws DeviceException, InterruptedException {
    URI asked = uri;
    for (int i = 0; i <= MOST_REDIRECTS; i++) {
      HttpResponse<byte[]> answer = send(asked);
      Optional<String> location = answer.headers().firstValue("Location");
      if (answer.statusCode() / 100 != 3 || location.isEmpty()) {
        return answer;
      }
      asked = redirect(asked, location.get());
    }
    throw new DeviceException(uri + " leads from one address to the next without an end");
  }

  private URI redirect(URI from, String location) throws DeviceException {
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new DeviceException(from + " leads to '" + location + "', which is no address", e);
    }
    if (!isOwn(to)) {
      throw new DeviceException(
          "%s leads away to %s".formatted(from, to)
              + ", which is not followed; if that is the service, let the setting 'url' name it");
    }
    return to;
  }

  private boolean isOwn(URI uri) {
    return lower(root.getScheme()).equals(lower(uri.getScheme()))
        && lower(root.getHost()).equals(lower(uri.getHost()))
        && port(root) == port(uri);
  }

  private static String lower(@Nullable String text) {
    return Objects.toString(text, "").toLowerCase(Locale.ROOT);
  }

  private static int port(URI uri) {
    int usual = "https".equals(lower(uri.getScheme())) ? 443 : 80;
    return uri.getPort() < 0 ? usual : uri.getPort();
  }

  /** A client's own time limit ends with the head of an answer: this one is for all of it. */
  private HttpResponse<byte[]> send(URI uri) throws DeviceException, InterruptedException {
    var request = HttpRequest.newBuilder(uri).header("Accept", "application/json");
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request.GET().build(), LimitedBody.of(MOST_BYTES));
    try {
      return sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new DeviceException(
          uri + " has not answered whole within " + limit.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new DeviceException(uri + " does not answer: " + FailureWords.of(e), e);
    } finally {
      boolean unused = sent.cancel(true);
    }
  }

  private static String status(int code) {
    return switch (code) {
      case 401, 403 -> code + "; check user and passwordFile, and that the user may log in";
      case 404 -> "404; this is no Redfish service, or has no such chassis";
      case 503 -> "503; its service is busy or starts; it is asked again";
      default -> Integer.toString(code);
    };
  }
}
