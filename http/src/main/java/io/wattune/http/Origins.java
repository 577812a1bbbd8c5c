package io.wattune.http;

import io.javalin.http.Context;
import java.util.Locale;

/**
 * Refuses what other sites make a browser send. Without tokens, a request must be addressed to
 * loopback: else a site could give its own name our address (DNS rebinding) and read everything.
 * With tokens any name will do, since the browser has no cookie for a name that it did not log in
 * by.
 */
final class Origins {
  private final ListenAddress address;

  Origins(ListenAddress address) {
    this.address = address;
  }

  void check(Context request, boolean isOpen) {
    String host = request.header("Host");
    if (host == null || (isOpen && !isOurs(host))) {
      throw new Problem(
          421,
          "this server does not answer for '" + (host == null ? "" : host) + "'",
          "Host",
          "ask for " + address + " or localhost");
    }
    String site = request.header("Sec-Fetch-Site");
    boolean sameSite = site == null || site.equals("same-origin") || site.equals("none");
    boolean isLink = "navigate".equals(request.header("Sec-Fetch-Mode"));
    if (Requests.isSafe(request) ? sameSite || isLink : sameSite && isSameOrigin(request, host)) {
      return;
    }
    throw new Problem(
        403, "another site must not ask for this", "Origin", "open the page of this server itself");
  }

  private static boolean isSameOrigin(Context request, String host) {
    String origin = request.header("Origin");
    return origin == null
        || origin.equalsIgnoreCase("http://" + host)
        || origin.equalsIgnoreCase("https://" + host);
  }

  private boolean isOurs(String hostHeader) {
    String host = hostHeader.toLowerCase(Locale.ROOT).replaceFirst(":\\d{1,5}$", "");
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return ListenAddress.isLoopback(host) || host.equals(address.host());
  }
}
