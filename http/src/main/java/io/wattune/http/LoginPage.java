package io.wattune.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a browser shows its token, once. No script, and a style sheet of its own. */
final class LoginPage {
  static final String PATH = "/login";
  static final String LOGOUT_PATH = "/logout";
  static final String STYLE_PATH = "/login.css";

  private static final Logger LOG = LoggerFactory.getLogger(LoginPage.class);

  private static final String STYLE =
      """
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 15vh auto; padding: 0 1rem; \
      color-scheme: light dark; }
      label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
      input, button { padding: 0.5rem; margin-top: 0.5rem; }
      """;

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Wattune: log in</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="stylesheet" href="/login.css"></head>
      <body><main><h1>Wattune %s</h1>
      <form method="post" action="/login">
      <input type="hidden" name="to" value="%s">
      <label>Token (a line of the token file that this part was started with)
      <input type="password" name="token" required autofocus autocomplete="current-password"></label>
      <button>Log in</button>
      </form><p role="status">%s</p></main></body>
      </html>
      """;

  /**
   * A place on this server: another site would begin with two slashes, or with what browsers take
   * for them.
   */
  private static final Pattern OWN_ADDRESS =
      Pattern.compile("/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]{0,4000}");

  private final String part;

  LoginPage(String part) {
    this.part = part;
  }

  void addTo(RoutesConfig routes) {
    routes.get(STYLE_PATH, request -> request.contentType("text/css").result(STYLE));
    // Not by the query: proxies and browsers keep addresses, and with them the token.
    routes.get(PATH, request -> answer(request, null, request.queryParam("to")));
    routes.post(
        PATH, request -> answer(request, request.formParam("token"), request.formParam("to")));
    routes.post(
        LOGOUT_PATH,
        request -> {
          AccessFilter.of(request).logOut(request);
          request.status(HttpStatus.NO_CONTENT);
        });
  }

  /** The login page, from which the login leads to what was asked for. */
  static String before(Context request) {
    String query = request.queryString();
    String asked = request.req().getRequestURI() + (query == null ? "" : "?" + query);
    return asked.equals("/") ? PATH : PATH + "?to=" + URLEncoder.encode(asked, UTF_8);
  }

  private void answer(Context request, @Nullable String token, @Nullable String to) {
    request.header("Cache-Control", "no-store");
    String next = to != null && OWN_ADDRESS.matcher(to).matches() ? to : "/";
    if (token == null) {
      request.html(page(next, ""));
    } else if (AccessFilter.of(request).logIn(request, token.strip()).isPresent()) {
      LOG.info("{} logged in", request.ip());
      request.redirect(next, HttpStatus.SEE_OTHER);
    } else {
      LOG.info("{} showed a token that is not known", request.ip());
      request.status(HttpStatus.UNAUTHORIZED).html(page(next, "This token is not known."));
    }
  }

  private String page(String next, String status) {
    String escaped = next.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
    return PAGE.formatted(part, escaped, status);
  }
}
