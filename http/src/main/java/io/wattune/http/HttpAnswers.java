package io.wattune.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Headers of all answers, and the form of those that are errors. */
final class HttpAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(HttpAnswers.class);

  /** On every answer. */
  static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
              + " form-action 'self'; object-src 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer");

  private static final String LOOK = "look into the log of this part, and report it";

  private HttpAnswers() {}

  static void addHeaders(Context request) {
    HEADERS.forEach(request::header);
    if (Requests.isApi(request)) {
      request.header("Cache-Control", "no-store");
    }
  }

  /** Answers what is no request that a route could be found for: a status and its name, no more. */
  static boolean plain(Request request, Response response, Callback callback) {
    if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof EofException) {
      response.setStatus(
          HttpStatus.BAD_REQUEST.getCode()); // The body ended too soon: not our fault.
    }
    HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    String name = org.eclipse.jetty.http.HttpStatus.getMessage(response.getStatus());
    Content.Sink.write(response, true, name + "\n", callback);
    return true;
  }

  static void addErrors(RoutesConfig routes) {
    routes.exception(Exception.class, HttpAnswers::answer);
    // Javalin brings a handler of its own for these.
    routes.exception(HttpResponseException.class, HttpAnswers::answer);
  }

  /**
   * Answers with what went wrong. Throws nothing: of the request of a page that was closed nothing
   * can be asked any more, and Javalin would hand what is thrown here to this handler again, for
   * ever.
   */
  static void answer(Exception failure, Context request) {
    try {
      send(request, problem(failure, request));
    } catch (RuntimeException gone) {
      gone.addSuppressed(failure);
      LOG.debug("nobody is there for an answer", gone);
    }
  }

  private static Problem problem(Exception failure, Context request) {
    if (failure instanceof Problem problem) {
      return problem;
    }
    if (failure instanceof HttpResponseException ofJavalin) {
      return ofStatus(ofJavalin.getStatus(), request);
    }
    // Jetty's own, such as of a body that is longer than allowed and did not say so.
    if (failure instanceof HttpException.RuntimeException ofJetty) {
      return ofStatus(ofJetty.getCode(), request);
    }
    String path = request.path();
    if (failure instanceof EofException || failure.getCause() instanceof EofException) {
      return new Problem(400, "the request ended too soon", path, "send all that its length says");
    }
    LOG.error("{} {} failed", request.method(), path, failure);
    return new Problem(500, "this is a defect in Wattune", path, LOOK);
  }

  private static Problem ofStatus(int given, Context request) {
    int status = given < 400 ? 500 : given;
    String what = HttpStatus.forStatus(status).getMessage().toLowerCase(Locale.ROOT);
    return new Problem(status, what, request.path(), remedy(status));
  }

  private static String remedy(int status) {
    return switch (status) {
      case 404 -> "look up the path in the reference of this part";
      case 405 -> "use another method";
      case 413 -> "send at most " + Requests.MOST_BODY_BYTES + " bytes";
      default -> status < 500 ? "correct the request" : LOOK;
    };
  }

  private static void send(Context request, Problem problem) {
    request.status(problem.status());
    if (Requests.isApi(request)) {
      Map<String, String> body = new LinkedHashMap<>();
      body.put("error", problem.what());
      body.put("where", problem.where());
      body.put("do", problem.remedy());
      request.json(body);
    } else if (problem.status() == 401 && wantsPage(request)) {
      request.redirect(LoginPage.before(request), HttpStatus.SEE_OTHER);
    } else {
      request.contentType("text/plain; charset=utf-8");
      request.result(problem.what() + " (" + problem.where() + "): " + problem.remedy() + "\n");
    }
    if (problem.status() == 401) {
      request.header("WWW-Authenticate", "Bearer");
    } else if (problem.status() == 503) {
      request.header("Retry-After", "1");
    }
  }

  private static boolean wantsPage(Context request) {
    String accept = request.header("Accept");
    return Requests.isSafe(request) && accept != null && accept.contains("text/html");
  }
}
