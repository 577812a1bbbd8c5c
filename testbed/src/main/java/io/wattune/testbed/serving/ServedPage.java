package io.wattune.testbed.serving;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a server shows of its requests, in the format and by the names of vLLM's page for
 * Prometheus. Its bounds are its own, a tenth apart, since what it serves takes milliseconds. For
 * any thread.
 */
final class ServedPage {
  private static final double FIRST_SECONDS = 0.001;
  private static final double FACTOR = 1.1;

  /** Up to 10 s. */
  private static final int BOUNDS = 98;

  private final String model;
  private final double[] bounds = new double[BOUNDS];
  private final long[] buckets = new long[BOUNDS + 1];
  private double sumSeconds;
  private long answered;
  private long waiting;
  private long running;

  ServedPage(String model) {
    this.model = model;
    double bound = FIRST_SECONDS;
    for (int i = 0; i < BOUNDS; i++) {
      // Six digits, as somebody would have written them.
      bounds[i] = Math.rint(bound * 1e6) * 1e-6;
      bound *= FACTOR;
    }
  }

  synchronized void answered(double seconds) {
    int at = Arrays.binarySearch(bounds, seconds);
    buckets[at >= 0 ? at : -at - 1]++;
    sumSeconds += seconds;
    answered++;
  }

  synchronized void state(long nowWaiting, long nowRunning) {
    waiting = nowWaiting;
    running = nowRunning;
  }

  synchronized String text() {
    String labels = "engine=\"0\",model_name=\"" + model + "\"";
    var text = new StringBuilder(8192);
    metric(text, "num_requests_running", "gauge", "Number of requests that are served.");
    line(text, "num_requests_running", labels, (double) running);
    metric(text, "num_requests_waiting", "gauge", "Number of requests that wait.");
    line(text, "num_requests_waiting", labels, (double) waiting);
    metric(text, "generation_tokens_total", "counter", "Answers: this server has no tokens.");
    line(text, "generation_tokens_total", labels, (double) answered);
    metric(text, "request_success_total", "counter", "Requests that were answered.");
    line(text, "request_success_total", labels + ",finished_reason=\"stop\"", (double) answered);
    metric(text, "e2e_request_latency_seconds", "histogram", "From arrival to answer.");
    long below = 0;
    for (int i = 0; i <= BOUNDS; i++) {
      below += buckets[i];
      String bound = i < BOUNDS ? String.format(Locale.ROOT, "%.6f", bounds[i]) : "+Inf";
      line(
          text,
          "e2e_request_latency_seconds_bucket",
          labels + ",le=\"" + bound + "\"",
          (double) below);
    }
    line(text, "e2e_request_latency_seconds_count", labels, (double) answered);
    line(text, "e2e_request_latency_seconds_sum", labels, sumSeconds);
    return text.toString();
  }

  private static void metric(StringBuilder text, String name, String type, String help) {
    text.append("# HELP vllm:").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE vllm:").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder text, String name, String labels, double value) {
    text.append("vllm:").append(name).append('{').append(labels).append("} ");
    text.append(value).append('\n');
  }
}
