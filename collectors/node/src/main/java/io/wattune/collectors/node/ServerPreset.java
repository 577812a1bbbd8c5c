package io.wattune.collectors.node;

import io.wattune.collectors.node.ServingMetrics.Counter;
import io.wattune.core.serving.ServerKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Servers whose metrics are known: of delivered work, and of requests and their latency. Where a
 * server counts several kinds of work, it is the one that it is run for: tokens that were
 * generated, inferences that were made.
 */
public enum ServerPreset {
  /**
   * Tokens that were generated; counted at each step of the engine. vLLM, production metrics:
   * https://docs.vllm.ai/en/latest/usage/metrics.html
   */
  VLLM(
      "vllm:generation_tokens_total",
      new ServingMetrics(
          ServerKind.VLLM,
          List.of(Counter.of("vllm:request_success_total")),
          List.of(
              new Counter(
                  "vllm:request_success_total", "finished_reason", Set.of("abort", "error"))),
          null,
          "vllm:e2e_request_latency_seconds",
          null,
          null,
          "vllm:num_requests_waiting",
          "vllm:num_requests_running",
          "model_name")),

  /**
   * Tokens that were generated; shown where the server runs with {@code --enable-metrics}. SGLang,
   * production metrics: https://docs.sglang.io/references/production_metrics.html
   */
  SGLANG(
      "sglang:generation_tokens_total",
      new ServingMetrics(
          ServerKind.SGLANG,
          List.of(Counter.of("sglang:num_requests_total")),
          List.of(),
          null,
          "sglang:e2e_request_latency_seconds",
          null,
          null,
          "sglang:num_queue_reqs",
          "sglang:num_running_reqs",
          "model_name")),

  /**
   * Tokens that were generated, the sum of a histogram over requests: they are counted when a
   * request ends. Text Generation Inference, metrics:
   * https://huggingface.co/docs/text-generation-inference/reference/metrics
   */
  TGI(
      "tgi_request_generated_tokens_sum",
      new ServingMetrics(
          ServerKind.TGI,
          List.of(Counter.of("tgi_request_success"), Counter.of("tgi_request_failure")),
          List.of(Counter.of("tgi_request_failure")),
          Counter.of("tgi_request_count"),
          "tgi_request_duration",
          null,
          null,
          "tgi_queue_size",
          "tgi_batch_current_size",
          null)),

  /**
   * Inferences, of which a batched request makes several; answers from a cache are none. Quantiles
   * are shown where the server runs with {@code --metrics-config summary_latencies=true}. Triton,
   * metrics:
   * https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/user_guide/metrics.html
   */
  TRITON(
      "nv_inference_count",
      new ServingMetrics(
          ServerKind.TRITON,
          List.of(
              Counter.of("nv_inference_request_success"),
              Counter.of("nv_inference_request_failure")),
          List.of(Counter.of("nv_inference_request_failure")),
          null,
          null,
          "nv_inference_request_summary_us",
          "nv_inference_request_duration_us",
          "nv_inference_pending_request_count",
          null,
          "model"));

  private final String metric;

  @SuppressWarnings("ImmutableEnumChecker") // Its lists and sets are copies.
  private final ServingMetrics serving;

  ServerPreset(String metric, ServingMetrics serving) {
    this.metric = metric;
    this.serving = serving;
  }

  /** The metric as the server's page names it. */
  public String metric() {
    return metric;
  }

  /** What the server's page shows of its requests. */
  public ServingMetrics serving() {
    return serving;
  }

  /** The preset as a file names it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The preset of a name. */
  public static Optional<ServerPreset> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** All names, with their metrics, for a page. */
  public static String described() {
    return Arrays.stream(values())
        .map(each -> "`" + each.label() + "` (`" + each.metric + "`)")
        .collect(Collectors.joining(", "));
  }

  /** All names. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(ServerPreset::label).toList();
  }
}
