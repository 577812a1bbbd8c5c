package io.wattune.testbed.gpu;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads models and workloads from data files. Every key must be there and none else may be; an
 * error names the file, the place in it and what to do. The format is documented in
 * docs/reference/testbed-files.md.
 */
public final class DataFiles {
  /** The models that come with the program. */
  public static final List<String> BUNDLED_GPUS =
      List.of("gcn-32cu", "gcn-32cu-average", "gcn-32cu-instant", "k20c");

  /** The workloads that come with the program. */
  public static final List<String> BUNDLED_WORKLOADS =
      List.of(
          "batches",
          "bursty",
          "compute",
          "long-kernels",
          "memory",
          "mixed",
          "phases",
          "short-kernels");

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
    return read(nameOrPath, BUNDLED_GPUS, "gpus", GpuModel.class);
  }

  /** A workload: the bundled one of this name, or else the file of this path. */
  public static Workload workload(String nameOrPath) throws IOException {
    return read(nameOrPath, BUNDLED_WORKLOADS, "workloads", Workload.class);
  }

  private static <T> T read(String nameOrPath, List<String> bundled, String folder, Class<T> type)
      throws IOException {
    if (bundled.contains(nameOrPath)) {
      String resource = "/io/wattune/testbed/" + folder + "/" + nameOrPath + ".json";
      try (InputStream in = DataFiles.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IOException("the program's own file " + resource + " is missing");
        }
        return parse(nameOrPath + ".json", in.readAllBytes(), type);
      }
    }
    Path file = Path.of(nameOrPath);
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          "'"
              + nameOrPath
              + "' is neither a file nor one of the bundled "
              + folder
              + " "
              + bundled);
    }
    return parse(nameOrPath, Files.readAllBytes(file), type);
  }

  /** Parses a data file. */
  static <T> T parse(String file, byte[] json, Class<T> type) {
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
