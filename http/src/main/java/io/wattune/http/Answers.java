package io.wattune.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Headers of all answers, and the form of those that are errors. */
final class Answers {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'; object-src 'none'";

  private Answers() {}

  static void addHeaders(Context request) {
    request.header("Content-Security-Policy", POLICY);
    request.header("X-Content-Type-Options", "nosniff");
    request.header("Referrer-Policy", "no-referrer");
    if (Requests.isApi(request)) {
      request.header("Cache-Control", "no-store");
    }
  }

  static void addErrors(RoutesConfig routes) {
    routes.exception(Problem.class, (problem, request) -> send(request, problem));
    routes.exception(
        HttpResponseException.class,
        (failure, request) ->
            send(
                request,
                new Problem(
                    failure.getStatus() < 400 ? 500 : failure.getStatus(),
                    String.valueOf(failure.getMessage()),
                    request.path(),
                    remedy(failure.getStatus()))));
    routes.exception(
        Exception.class,
        (failure, request) -> {
          LOG.error("{} {} failed", request.method(), request.path(), failure);
          send(request, new Problem(500, "this is a defect in Wattune", request.path(), LOOK));
        });
  }

  private static final String LOOK = "look into the log of this part, and report it";

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
      request.redirect(LoginPage.PATH, io.javalin.http.HttpStatus.SEE_OTHER);
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
