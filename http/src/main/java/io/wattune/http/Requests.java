package io.wattune.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.Locale;

/** What can be said of a request without knowing who asks. */
final class Requests {
  /** More than any request of ours needs. */
  static final long MOST_BODY_BYTES = 64 * 1024;

  private Requests() {}

  /** Whether the method changes nothing. */
  static boolean isSafe(Context request) {
    return request.method().equals(HandlerType.GET) || request.method().equals(HandlerType.HEAD);
  }

  static boolean isApi(Context request) {
    return request.path().equals("/api") || request.path().startsWith("/api/");
  }

  /** A form of another site can send text, never JSON. */
  static void requireJson(Context request) {
    String type = request.contentType();
    boolean hasBody = request.contentLength() > 0 || request.header("Transfer-Encoding") != null;
    boolean isJson =
        type != null
            && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
    if (type == null ? hasBody : !isJson) {
      throw new Problem(
          415, "the body must be JSON", "Content-Type", "send Content-Type: application/json");
    }
  }
}
