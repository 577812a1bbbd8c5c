package io.wattune.http;

import io.javalin.security.RouteRole;

/** What somebody may do; a route that names none wants READ for GET and HEAD, else OPERATE. */
public enum Role implements RouteRole {
  /** Look. */
  READ,
  /** Look, and change state. */
  OPERATE;

  /** Whether this role includes the wanted one. */
  public boolean includes(Role wanted) {
    return compareTo(wanted) >= 0;
  }
}
