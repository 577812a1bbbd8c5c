package io.wattune.http.metric;

import java.util.List;

/** What the HTTP server of any part says of its certificate, where it speaks TLS. */
public final class HttpMetrics {
  private static final String PART = "http";

  public static final Metric CERTIFICATE_NOT_AFTER =
      Metric.gauge(
          PART,
          "certificate_not_after",
          "seconds",
          "When the certificate in force ends, in seconds since 1970; only with --tls-certificate.");
  public static final Metric CERTIFICATE_REFUSED =
      Metric.gauge(
          PART,
          "certificate_refused",
          "",
          "1 while the files hold a certificate or key that cannot be used, so that the one before"
              + " stays in force.");

  static final List<Metric> ALL = List.of(CERTIFICATE_NOT_AFTER, CERTIFICATE_REFUSED);

  private HttpMetrics() {}
}
