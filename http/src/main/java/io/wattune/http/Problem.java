package io.wattune.http;

/**
 * An answer that is an error: what happened, where, and what to do. Under {@code /api} it is sent
 * as JSON, elsewhere as text.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String where;
  private final String remedy;

  /**
   * @param status HTTP status, 400..599
   * @param what what happened
   * @param where the parameter, field or place
   * @param remedy what to do about it
   */
  public Problem(int status, String what, String where, String remedy) {
    super(what, null, false, false);
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("status must be in 400..599, was " + status);
    }
    this.status = status;
    this.where = where;
    this.remedy = remedy;
  }

  public static Problem badRequest(String what, String where, String remedy) {
    return new Problem(400, what, where, remedy);
  }

  public static Problem notFound(String what, String where, String remedy) {
    return new Problem(404, what, where, remedy);
  }

  public static Problem unavailable(String what, String where, String remedy) {
    return new Problem(503, what, where, remedy);
  }

  public int status() {
    return status;
  }

  public String what() {
    return String.valueOf(getMessage());
  }

  public String where() {
    return where;
  }

  public String remedy() {
    return remedy;
  }
}
