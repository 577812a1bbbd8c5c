package io.wattune.http;

import io.javalin.http.Context;

/**
 * Who asks.
 *
 * @param role what he may do
 * @param who whose token he has, or the role's name where the token file does not say; {@code
 *     local} where nobody needs one
 * @param address the network address that the request came from
 */
public record Caller(Role role, String who, String address) {
  static final String ATTRIBUTE = "wattune.caller";

  /** Who sent this request; only inside a handler of a {@link PartServer}. */
  public static Caller of(Context request) {
    Caller caller = request.attribute(ATTRIBUTE);
    if (caller == null) {
      throw new IllegalStateException("a route that is open to everybody has no caller");
    }
    return caller;
  }

  /** For logs and records: {@code ada@10.0.0.7}. */
  @Override
  public String toString() {
    return who + "@" + address;
  }
}
