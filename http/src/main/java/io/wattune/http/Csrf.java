package io.wattune.http;

import io.javalin.http.Context;

/** The token that a page sends with each change, as the header {@code X-Wattune-Csrf}. */
public final class Csrf {
  /** The header's name. */
  public static final String HEADER = "X-Wattune-Csrf";

  private Csrf() {}

  /**
   * The token of the caller's session; begins a session where he has none yet. Give it to the page
   * in an answer that other sites cannot read, such as JSON under {@code /api}.
   */
  public static String of(Context request) {
    return AccessFilter.of(request).sessionOf(request).csrf();
  }
}
