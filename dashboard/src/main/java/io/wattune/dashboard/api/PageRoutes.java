package io.wattune.dashboard.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The page's files, from the class path: its own under {@code /assets}, those of libraries under
 * {@code /lib/NAME/VERSION}, where a version never changes. Every view is the same page.
 */
final class PageRoutes {
  private static final String OWN = "/io/wattune/dashboard/page/";
  private static final String LIBRARIES = "/META-INF/resources/webjars/";

  /** Folders and files with plain names; no name begins with a dot. */
  private static final Pattern PATH =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

  private static final List<String> VIEWS = List.of("/", "/device/<id>", "/control", "/servers");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("txt", "text/plain; charset=utf-8"));

  private PageRoutes() {}

  static void addTo(RoutesConfig routes) {
    for (String view : VIEWS) {
      routes.get(view, request -> send(request, OWN + "index.html", "no-cache"));
    }
    // Programs ask /health for JSON; people open the view of the same name.
    routes.before(
        "/health",
        request -> {
          String accept = request.header("Accept");
          if (accept != null && accept.contains("text/html")) {
            send(request, OWN + "index.html", "no-cache");
            request.skipRemainingHandlers();
          }
        });
    routes.get(
        "/assets/<path>",
        request -> send(request, OWN + checked(request.pathParam("path")), "no-cache"));
    routes.get(
        "/lib/<path>",
        request ->
            send(
                request,
                LIBRARIES + checked(request.pathParam("path")),
                "public, max-age=31536000, immutable"));
  }

  private static String checked(String path) {
    if (!PATH.matcher(path).matches()) {
      throw missing(path);
    }
    return path;
  }

  private static void send(Context request, String resource, String caching) {
    String end = resource.substring(resource.lastIndexOf('.') + 1);
    String type = TYPES.get(end);
    try (InputStream file = PageRoutes.class.getResourceAsStream(resource)) {
      if (file == null || type == null) {
        throw missing(request.path());
      }
      request.header("Cache-Control", caching).contentType(type).result(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Problem missing(String path) {
    return Problem.notFound("there is nothing here", path, "begin at /");
  }
}
