package io.wattune.dashboard.page;

import java.util.ArrayList;
import java.util.List;

/**
 * A made-up fleet: powers are functions of device and time, so the same question always has the
 * same answer.
 */
final class FakeFleet {
  private static final List<String> MODELS =
      List.of("NVIDIA A100-SXM4-80GB", "NVIDIA H100 80GB HBM3", "AMD Instinct MI210");
  static final List<String> KERNELS =
      List.of("gemm_bf16_256x128", "flash_attention_fwd", "layer_norm", "all_reduce_ring");
  static final List<String> JOBS = List.of("train-lm-7b", "climate-ensemble", "chat-inference");

  /** A device. */
  record Gpu(int index, String id, String node, String rack, String vendor, String model) {}

  private final List<Gpu> gpus = new ArrayList<>();

  FakeFleet(int devices, int perNode, int nodesPerRack) {
    for (int i = 0; i < devices; i++) {
      int node = i / perNode;
      String nodeName = "node-%03d".formatted(node + 1);
      String model = MODELS.get(node / nodesPerRack % MODELS.size());
      String id = nodeName + "/GPU-%08x".formatted(hash(i, 77) & 0xffffffffL);
      String vendor = model.startsWith("AMD") ? "amd" : "nvidia";
      gpus.add(new Gpu(i, id, nodeName, "rack-" + (node / nodesPerRack + 1), vendor, model));
    }
  }

  List<Gpu> gpus() {
    return gpus;
  }

  Gpu gpu(String id) {
    return gpus.stream().filter(gpu -> gpu.id().equals(id)).findFirst().orElseThrow();
  }

  /** Never a reading at all. */
  boolean isSilent(int i) {
    return i % 61 == 37;
  }

  boolean isStale(int i) {
    return i % 29 == 11;
  }

  List<String> flags(int i) {
    if (isSilent(i)) {
      return List.of("silent", "uncalibrated");
    }
    List<String> flags = new ArrayList<>();
    if (isStale(i)) {
      flags.add("stale");
    }
    if (i % 23 == 7) {
      flags.add("uncalibrated");
    }
    if (i % 64 / 8 == 3) {
      flags.add("held");
    } else if (i % 3 == 0) {
      flags.add("tuned");
    }
    if (i % 31 == 19) {
      flags.add("throttled");
    }
    if (i % 37 == 30) {
      flags.add("refusing");
    }
    return flags;
  }

  int flagBits(int i) {
    List<String> order =
        List.of("stale", "silent", "uncalibrated", "held", "tuned", "throttled", "refusing");
    return flags(i).stream().mapToInt(flag -> 1 << order.indexOf(flag)).sum();
  }

  /** Which kernel runs, or -1 for none. */
  int kernel(int i, long ms) {
    long period = 38_000 + 2900L * (i % 7);
    long phase = Math.floorMod(ms + 1300L * i, period);
    if (phase > period * 0.86) {
      return -1;
    }
    return (int) (phase * KERNELS.size() / (period * 0.86)) % KERNELS.size();
  }

  double watts(int i, long ms) {
    int kernel = kernel(i, ms);
    double level = kernel < 0 ? 71 : new double[] {342, 296, 188, 133}[kernel];
    double wave = 1 + 0.08 * Math.sin(ms / 240_000.0 + i * 0.7);
    double spread = 0.86 + 0.28 * (Math.floorMod(hash(i, 3), 1000) / 1000.0);
    double noise = (Math.floorMod(hash(i, ms / 100), 1000) - 500) / 125.0;
    return level * wave * spread + noise;
  }

  /** Without single kernels: jobs that start and end, for sums over many devices. */
  double meanWatts(int i, long ms) {
    boolean busy = Math.floorMod(hash(i / 4, (ms + 9000L * i) / 300_000), 10) < 8;
    return (busy ? 236 : 96) * (1 + 0.05 * Math.sin(ms / 90_000.0 + i)) + hash(i, ms / 500) % 9;
  }

  double errorWatts(int i) {
    return i % 23 == 7 ? 19.4 : 2.1 + 0.03 * (i % 40);
  }

  int quality(int i) {
    return i % 23 == 7 ? 2 : i % 64 >= 48 ? 0 : 1;
  }

  static long hash(long a, long b) {
    long x = a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL;
    x = (x ^ (x >>> 31)) * 0xBF58476D1CE4E5B9L;
    return (x ^ (x >>> 29)) >>> 8;
  }
}
