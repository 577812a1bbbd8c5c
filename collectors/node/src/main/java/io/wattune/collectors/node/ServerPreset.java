package io.wattune.collectors.node;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Servers whose metric of delivered work is known. Where a server counts several kinds, it is the
 * one that it is run for: tokens that were generated, inferences that were made.
 */
public enum ServerPreset {
  /**
   * Tokens that were generated; counted at each step of the engine. vLLM, production metrics:
   * https://docs.vllm.ai/en/latest/usage/metrics.html
   */
  VLLM("vllm:generation_tokens_total"),

  /**
   * Tokens that were generated; shown where the server runs with {@code --enable-metrics}. SGLang,
   * production metrics: https://docs.sglang.io/references/production_metrics.html
   */
  SGLANG("sglang:generation_tokens_total"),

  /**
   * Tokens that were generated, the sum of a histogram over requests: they are counted when a
   * request ends. Text Generation Inference, metrics:
   * https://huggingface.co/docs/text-generation-inference/reference/metrics
   */
  TGI("tgi_request_generated_tokens_sum"),

  /**
   * Inferences, of which a batched request makes several; answers from a cache are none. Triton,
   * metrics:
   * https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/user_guide/metrics.html
   */
  TRITON("nv_inference_count");

  private final String metric;

  ServerPreset(String metric) {
    this.metric = metric;
  }

  /** The metric as the server's page names it. */
  public String metric() {
    return metric;
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
