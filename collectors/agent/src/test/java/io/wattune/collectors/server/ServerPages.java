package io.wattune.collectors.server;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Pages as the servers write them, with what stands beside what is read. */
final class ServerPages {
  private ServerPages() {}

  /**
   * vLLM 0.10, with one engine.
   *
   * @param latencies of all requests since the start, seconds
   */
  static String vllm(double[] latencies, int aborted, int running, int waiting) {
    String labels = "engine=\"0\",model_name=\"org/Model-7B\"";
    return """
        # HELP python_gc_objects_collected_total Objects collected during gc
        # TYPE python_gc_objects_collected_total counter
        python_gc_objects_collected_total{generation="0"} 9471.0
        # HELP vllm:num_requests_running Number of requests in model execution batches.
        # TYPE vllm:num_requests_running gauge
        vllm:num_requests_running{LABELS} %d.0
        # HELP vllm:num_requests_waiting Number of requests waiting to be processed.
        # TYPE vllm:num_requests_waiting gauge
        vllm:num_requests_waiting{LABELS} %d.0
        # HELP vllm:generation_tokens_total Number of generation tokens processed.
        # TYPE vllm:generation_tokens_total counter
        vllm:generation_tokens_total{LABELS} %d.0
        # HELP vllm:generation_tokens_created Number of generation tokens processed.
        # TYPE vllm:generation_tokens_created gauge
        vllm:generation_tokens_created{LABELS} 1.7603e+09
        # HELP vllm:request_success_total Count of successfully processed requests.
        # TYPE vllm:request_success_total counter
        vllm:request_success_total{LABELS,finished_reason="stop"} %d.0
        vllm:request_success_total{LABELS,finished_reason="length"} 0.0
        vllm:request_success_total{LABELS,finished_reason="abort"} %d.0
        # HELP vllm:e2e_request_latency_seconds Histogram of e2e request latency in seconds.
        # TYPE vllm:e2e_request_latency_seconds histogram
        """
            .formatted(running, waiting, 100 * latencies.length, latencies.length, aborted)
            .replace("LABELS", labels)
        + histogram(
            "vllm:e2e_request_latency_seconds", labels, latencies, 0.3, 0.5, 0.8, 1, 1.5, 2);
  }

  /** SGLang with priorities, which it shows beside their sum. */
  static String sglang(double[] latencies, int running, int waiting) {
    String labels = "engine_type=\"unified\",model_name=\"org/Model\",tp_rank=\"0\"";
    return """
        # TYPE sglang:num_running_reqs gauge
        sglang:num_running_reqs{LABELS,priority=""} %d.0
        sglang:num_running_reqs{LABELS,priority="1"} %d.0
        # TYPE sglang:num_queue_reqs gauge
        sglang:num_queue_reqs{LABELS} %d.0
        # TYPE sglang:generation_tokens_total counter
        sglang:generation_tokens_total{LABELS} 7.557572e+06
        # TYPE sglang:num_requests_total counter
        sglang:num_requests_total{model_name="org/Model"} %d.0
        # TYPE sglang:e2e_request_latency_seconds histogram
        """
            .formatted(running, running, waiting, latencies.length)
            .replace("LABELS", labels)
        + histogram(
            "sglang:e2e_request_latency_seconds",
            "model_name=\"org/Model\"",
            latencies,
            0.1,
            0.2,
            0.4,
            0.6,
            0.8,
            1,
            2);
  }

  /** TGI, whose counters appear when they first count. */
  static String tgi(double[] latencies, int failed, int arrived, int running, int waiting) {
    return """
        # TYPE tgi_request_count counter
        tgi_request_count %d
        # TYPE tgi_request_success counter
        tgi_request_success %d
        %s# TYPE tgi_queue_size gauge
        tgi_queue_size %d
        # TYPE tgi_batch_current_size gauge
        tgi_batch_current_size %d
        # TYPE tgi_request_generated_tokens summary
        tgi_request_generated_tokens_sum 1234
        # TYPE tgi_request_duration histogram
        """
            .formatted(
                arrived,
                latencies.length,
                failed == 0 ? "" : "tgi_request_failure{err=\"overloaded\"} " + failed + "\n",
                waiting,
                running)
        + histogram("tgi_request_duration", "", latencies, 0.1, 0.15, 0.225, 0.3375, 0.50625, 2);
  }

  /** Triton, with summaries. */
  static String triton(int succeeded, int failed, int pending, long micros, String quantile95) {
    String labels = "model=\"resnet\",version=\"1\"";
    return """
        # TYPE nv_inference_request_success counter
        nv_inference_request_success{LABELS} %d
        # TYPE nv_inference_request_failure counter
        nv_inference_request_failure{LABELS,reason="REJECTED"} %d
        nv_inference_request_failure{LABELS,reason="OTHER"} 0
        # TYPE nv_inference_count counter
        nv_inference_count{LABELS} %d
        # TYPE nv_inference_request_duration_us counter
        nv_inference_request_duration_us{LABELS} %d
        # TYPE nv_inference_pending_request_count gauge
        nv_inference_pending_request_count{LABELS} %d
        # TYPE nv_inference_request_summary_us summary
        nv_inference_request_summary_us_count{LABELS} %d
        nv_inference_request_summary_us{LABELS,quantile="0.5"} 5200
        nv_inference_request_summary_us{LABELS,quantile="0.9"} 9100
        nv_inference_request_summary_us{LABELS,quantile="0.95"} %s
        nv_inference_request_summary_us{LABELS,quantile="0.99"} 96000
        """
        .formatted(succeeded, failed, succeeded + failed, micros, pending, succeeded, quantile95)
        .replace("LABELS", labels);
  }

  private static String histogram(
      String name, String labels, double[] latencies, double... bounds) {
    Map<Double, Integer> below = new TreeMap<>();
    double sum = 0;
    for (double bound : bounds) {
      below.put(bound, 0);
    }
    for (double each : latencies) {
      below.replaceAll((bound, count) -> each <= bound ? count + 1 : count);
      sum += each;
    }
    String first = labels.isEmpty() ? "" : labels + ",";
    String rest = labels.isEmpty() ? "" : "{" + labels + "}";
    var text = new StringBuilder();
    below.forEach(
        (bound, count) ->
            text.append(
                String.format(
                    Locale.ROOT, "%s_bucket{%sle=\"%s\"} %d.0\n", name, first, bound, count)));
    return text.append(
            String.format(
                Locale.ROOT,
                "%1$s_bucket{%2$sle=\"+Inf\"} %3$d.0\n%1$s_count%4$s %3$d.0\n%1$s_sum%4$s %5$s\n",
                name,
                first,
                latencies.length,
                rest,
                sum))
        .toString();
  }
}
