package io.wattune.core.serving;

/** Programs that serve models, by the metrics that they show. */
public enum ServerKind {
  VLLM,
  TRITON,
  SGLANG,
  TGI
}
