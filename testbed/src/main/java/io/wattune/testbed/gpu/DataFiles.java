package io.wattune.testbed.gpu;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

/**
 * Reads models and workloads from data files. Every key must be there and none else may be; an
 * error names the file, the place in it and what to do. The format is documented in
 * docs/reference/testbed-files.md.
 */
public final class DataFiles {
  /** The models that come with the program. */
  public static final List<String> BUNDLED_GPUS =
      List.of("gcn-32cu", "gcn-32cu-average", "gcn-32cu-instant", "hd7970", "k20c");

  /**
   * The bundled GPU whose file a bundled GPU's file changes, which then says what differs alone.
   */
  private static final Map<String, String> CHANGED_GPUS =
      Map.of("gcn-32cu-average", "gcn-32cu", "gcn-32cu-instant", "gcn-32cu");

  /** The applications that come with the program. */
  public static final List<String> BUNDLED_APPLICATIONS =
      List.of(
          "hd7970/MaxFlops",
          "hd7970/DeviceMemory",
          "hd7970/CoMD",
          "hd7970/XSBench",
          "hd7970/miniFE",
          "hd7970/Graph500",
          "hd7970/BPT",
          "hd7970/CFD",
          "hd7970/LUD",
          "hd7970/SRAD",
          "hd7970/Streamcluster",
          "hd7970/Stencil",
          "hd7970/Sort",
          "hd7970/SPMV");

  /** The workloads that come with the program, those of the applications among them. */
  public static final List<String> BUNDLED_WORKLOADS =
      Stream.concat(
              Stream.of(
                  "alternating",
                  "batches",
                  "bursty",
                  "compute",
                  "long-kernels",
                  "memory",
                  "mixed",
                  "phases",
                  "short-kernels"),
              BUNDLED_APPLICATIONS.stream())
          .toList();

  private static final String MOST_KERNELS = "mixed";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Enum,
              config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
          .build();

  private DataFiles() {}

  /** A GPU: the bundled one of this name, or else the file of this path. */
  public static GpuModel gpu(String nameOrPath) throws IOException {
    Source source = open(nameOrPath, BUNDLED_GPUS, "gpus");
    String changed = CHANGED_GPUS.get(nameOrPath);
    if (changed == null) {
      return parse(source.file(), source.json(), GpuModel.class);
    }
    JsonNode tree = MAPPER.readTree(open(changed, BUNDLED_GPUS, "gpus").json());
    MAPPER.readerForUpdating(tree).readValue(source.json());
    return parse(source.file(), MAPPER.writeValueAsBytes(tree), GpuModel.class);
  }

  /**
   * A workload: the bundled one of this name, or else the file of this path. Where that is an
   * application, its workload.
   */
  public static Workload workload(String nameOrPath) throws IOException {
    Source source = open(nameOrPath, BUNDLED_WORKLOADS, "workloads");
    if (isApplication(source)) {
      return parse(source.file(), source.json(), Application.class).workload();
    }
    boolean isBundled = BUNDLED_WORKLOADS.contains(nameOrPath);
    return parse(
        source.file(), isBundled ? withKernels(source.json()) : source.json(), Workload.class);
  }

  /** A bundled workload names kernels that {@value #MOST_KERNELS} has, in place of saying them. */
  private static byte[] withKernels(byte[] json) throws IOException {
    JsonNode tree = MAPPER.readTree(json);
    var kernels = (ArrayNode) tree.get("kernels");
    for (int i = 0; i < kernels.size(); i++) {
      if (kernels.get(i).isTextual()) {
        for (JsonNode known :
            MAPPER
                .readTree(open(MOST_KERNELS, BUNDLED_WORKLOADS, "workloads").json())
                .get("kernels")) {
          if (known.get("name").equals(kernels.get(i))) {
            kernels.set(i, known);
          }
        }
      }
    }
    return MAPPER.writeValueAsBytes(tree);
  }

  /** An application: the bundled one of this name, or else the file of this path. */
  public static Application application(String nameOrPath) throws IOException {
    Source source = open(nameOrPath, BUNDLED_APPLICATIONS, "workloads");
    return parse(source.file(), source.json(), Application.class);
  }

  private static boolean isApplication(Source source) {
    try {
      return MAPPER.readTree(source.json()).has("workload");
    } catch (IOException e) {
      return false; // Reading it as a workload says what is wrong with it.
    }
  }

  /**
   * What a data file says.
   *
   * @param file its name, for errors
   * @param json its bytes
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Source(String file, byte[] json) {}

  private static Source open(String nameOrPath, List<String> bundled, String folder)
      throws IOException {
    if (bundled.contains(nameOrPath)) {
      String resource = "/io/wattune/testbed/" + folder + "/" + nameOrPath + ".json";
      try (InputStream in = DataFiles.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IOException("the program's own file " + resource + " is missing");
        }
        return new Source(nameOrPath + ".json", in.readAllBytes());
      }
    }
    Path file = Path.of(nameOrPath);
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          "'%s' is neither a file nor one of the bundled %s %s"
              .formatted(nameOrPath, folder, bundled));
    }
    return new Source(nameOrPath, Files.readAllBytes(file));
  }

  /** A GPU as a data file, the same for the same GPU. */
  public static String text(GpuModel gpu) {
    var separators =
        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER);
    var printer = new DefaultPrettyPrinter(separators);
    try {
      return MAPPER.writer(printer).writeValueAsString(gpu).replace("\r", "") + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of numbers and texts is always JSON", e);
    }
  }

  /**
   * A part of a data file with other numbers, those of its lists and of its whole numbers excepted.
   *
   * @param number by the key and what is there, what is to be there
   */
  public static <T extends Record> T with(
      T part, Class<T> type, ToDoubleBiFunction<String, Double> number) {
    ObjectNode tree = MAPPER.valueToTree(part);
    for (Map.Entry<String, JsonNode> each : tree.properties()) {
      if (each.getValue().isDouble()) {
        double value = number.applyAsDouble(each.getKey(), each.getValue().doubleValue());
        each.setValue(DoubleNode.valueOf(value));
      }
    }
    return MAPPER.convertValue(tree, type);
  }

  /** Parses a data file. */
  public static <T> T parse(String file, byte[] json, Class<T> type) {
    try {
      DataKeys.check(file, "", MAPPER.readTree(json), type);
      return MAPPER.readValue(json, type);
    } catch (JsonMappingException e) {
      Throwable cause = e.getCause() instanceof IllegalArgumentException ? e.getCause() : e;
      String problem =
          cause instanceof JsonProcessingException mapping
              ? mapping.getOriginalMessage()
              : String.valueOf(cause.getMessage());
      throw new IllegalArgumentException("'" + file + "' " + place(e) + ": " + problem, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("'" + file + "' is not JSON: " + e.getMessage(), e);
    }
  }

  private static String place(JsonMappingException e) {
    var path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    var location = e.getLocation();
    return location == null
        ? "at " + path
        : "line " + location.getLineNr() + (path.isEmpty() ? "" : " at " + path);
  }
}
