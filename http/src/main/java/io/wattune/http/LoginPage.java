package io.wattune.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
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
      <label>Token (a line of the token file that this part was started with)
      <input type="password" name="token" required autofocus autocomplete="current-password"></label>
      <button>Log in</button>
      </form><p role="status">%s</p></main></body>
      </html>
      """;

  private final String part;

  LoginPage(String part) {
    this.part = part;
  }

  void addTo(RoutesConfig routes) {
    routes.get(STYLE_PATH, request -> request.contentType("text/css").result(STYLE));
    routes.get(PATH, request -> answer(request, request.queryParam("token")));
    routes.post(PATH, request -> answer(request, request.formParam("token")));
    routes.post(
        LOGOUT_PATH,
        request -> {
          Gate.of(request).logOut(request);
          request.status(HttpStatus.NO_CONTENT);
        });
  }

  private void answer(Context request, @Nullable String token) {
    request.header("Cache-Control", "no-store");
    if (token == null) {
      request.html(PAGE.formatted(part, ""));
    } else if (Gate.of(request).logIn(request, token.strip()).isPresent()) {
      LOG.info("{} logged in", request.ip());
      request.redirect("/", HttpStatus.SEE_OTHER);
    } else {
      LOG.info("{} showed a token that is not known", request.ip());
      request
          .status(HttpStatus.UNAUTHORIZED)
          .html(PAGE.formatted(part, "This token is not known."));
    }
  }
}
