package io.wattune.http;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets requests in, or not: asked before each one, whatever its path. */
final class AccessFilter {
  private static final String ATTRIBUTE = "wattune.access";

  private static final String BEARER = "Bearer ";
  private static final String LOCAL = "local";

  /** Changes that need no role: they are about the caller's own session only. */
  private static final Set<String> OWN_SESSION = Set.of(LoginPage.PATH, LoginPage.LOGOUT_PATH);

  /**
   * What everybody may look at, and nobody may change without a role: whether the part, or one that
   * it shows, is well; where to log in.
   */
  private static final Set<String> FOR_EVERYBODY =
      Set.of(
          PartServer.HEALTH,
          "/writer" + PartServer.HEALTH,
          "/guardian" + PartServer.HEALTH,
          LoginPage.PATH,
          LoginPage.STYLE_PATH);

  private final Access access;
  private final Origins origins;
  private final Sessions sessions;
  private final String part;
  private final FailedLogins logins = new FailedLogins(System::nanoTime);

  AccessFilter(Access access, Origins origins, Sessions sessions, String part) {
    this.access = access;
    this.origins = origins;
    this.sessions = sessions;
    this.part = part;
  }

  static AccessFilter of(Context request) {
    AccessFilter filter = request.attribute(ATTRIBUTE);
    if (filter == null) {
      throw new IllegalStateException("this request did not come through the access filter");
    }
    return filter;
  }

  /** Throws a {@link Problem} where the request may not go on. */
  void check(Context request) {
    request.attribute(ATTRIBUTE, this);
    origins.check(request, access.isOpen());
    String token = bearer(request);
    Optional<Session> session = token == null ? session(request) : Optional.empty();
    Optional<Caller> caller = caller(request, token, session);
    caller.ifPresent(known -> request.attribute(Caller.ATTRIBUTE, known));
    boolean changes = !Requests.isSafe(request) && !OWN_SESSION.contains(request.path());
    if (caller.isEmpty() && (changes || !FOR_EVERYBODY.contains(request.path()))) {
      throw new Problem(
          401,
          token == null ? "a token is needed" : "this token is not known",
          request.path(),
          "send Authorization: Bearer TOKEN, or log in at " + LoginPage.PATH);
    }
    if (changes) {
      requireRole(request, Role.OPERATE);
      Requests.requireJson(request);
      if (token == null) {
        requireCsrf(request, session);
      }
    }
  }

  /** Called for a route that names roles: the highest of them is needed. */
  void requireRouteRole(Context request) {
    if (request.routeRoles().contains(Role.OPERATE)) {
      requireRole(request, Role.OPERATE);
    }
  }

  /** The caller's session, begun here where he has none. */
  Session sessionOf(Context request) {
    return session(request)
        .orElseGet(() -> begin(request, Caller.of(request).role(), Caller.of(request).who()));
  }

  /** Lets a browser in that has shown a token; empty where the token is not known. */
  Optional<Session> logIn(Context request, String token) {
    if (access.isOpen()) {
      return Optional.of(begin(request, Role.OPERATE, LOCAL));
    }
    if (logins.isTooMany(request.ip())) {
      throw new Problem(
          429,
          "too many unknown tokens came from this address",
          request.path(),
          "wait a minute, then log in with a token of the token file");
    }
    Optional<Access.Token> known = access.find(token);
    if (known.isEmpty()) {
      logins.failed(request.ip());
    }
    return known.map(each -> begin(request, each.role(), each.who()));
  }

  void logOut(Context request) {
    session(request).ifPresent(session -> sessions.end(session.id()));
    request.removeCookie(cookieName(request), "/");
  }

  private Session begin(Context request, Role role, String who) {
    Session session = sessions.begin(role, who);
    boolean secure = request.req().isSecure() || isBehindTls(request);
    request.cookie(
        new Cookie(
            cookieName(request), session.id(), "/", -1, secure, true, null, SameSite.STRICT));
    return session;
  }

  private Optional<Caller> caller(
      Context request, @Nullable String token, Optional<Session> session) {
    String address = request.ip();
    if (access.isOpen()) {
      return Optional.of(new Caller(Role.OPERATE, LOCAL, address));
    }
    return token == null
        ? session.map(known -> new Caller(known.role(), known.who(), address))
        : access.find(token).map(known -> new Caller(known.role(), known.who(), address));
  }

  /**
   * Whether the browser speaks TLS with a proxy before this server. Its cookie is then sent over
   * TLS alone. Who says so of a plain connection harms nobody but his own session.
   */
  private static boolean isBehindTls(Context request) {
    String origin = request.header("Origin");
    return "https".equalsIgnoreCase(request.header("X-Forwarded-Proto"))
        || (origin != null && origin.startsWith("https://"));
  }

  private Optional<Session> session(Context request) {
    String id = request.cookie(cookieName(request));
    return id == null ? Optional.empty() : sessions.find(id);
  }

  /** Browsers send a host's cookies to all its ports: each server has a name of its own. */
  private String cookieName(Context request) {
    return "wattune-" + part + "-" + request.req().getLocalPort();
  }

  private static @Nullable String bearer(Context request) {
    String header = request.header("Authorization");
    return header != null && header.startsWith(BEARER)
        ? header.substring(BEARER.length()).strip()
        : null;
  }

  private static void requireRole(Context request, Role wanted) {
    Role role = Caller.of(request).role();
    if (!role.includes(wanted)) {
      throw new Problem(
          403,
          "the token of read lets look, not change",
          request.path(),
          "use the token of operate");
    }
  }

  private static void requireCsrf(Context request, Optional<Session> session) {
    String given = request.header(Csrf.HEADER);
    String wanted = session.map(Session::csrf).orElse("");
    if (given == null
        || wanted.isEmpty()
        || !MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8))) {
      throw new Problem(
          403,
          "the session's token is missing, or of another session",
          Csrf.HEADER,
          "load the page again; a program sends the session's cookie and its token, or a bearer"
              + " token");
    }
  }
}
