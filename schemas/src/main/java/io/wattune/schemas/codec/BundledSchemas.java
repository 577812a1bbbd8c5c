package io.wattune.schemas.codec;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.jspecify.annotations.Nullable;

/**
 * The committed history of every record: each schema that a released writer has ever used, read
 * from the class path. Immutable, thread-safe.
 */
public final class BundledSchemas implements SchemaStore {

  /**
   * One schema of the history.
   *
   * @param record simple name of the record
   * @param version number of the schema among the record's, from 1
   * @param schema the schema
   */
  public record Version(String record, int version, Schema schema) {

    /** CRC-64-AVRO of the schema's parsing canonical form. */
    public long fingerprint() {
      return SchemaNormalization.parsingFingerprint64(schema);
    }
  }

  private static final String FOLDER = "/io/wattune/schemas/history/";
  private static final String INDEX = "index.txt";

  private static final class Holder {
    static final BundledSchemas INSTANCE = new BundledSchemas();
  }

  private final List<Version> versions;
  private final Map<Long, Schema> byFingerprint = new HashMap<>();

  private BundledSchemas() {
    List<Version> found = new ArrayList<>();
    try {
      for (String path : read(INDEX).lines().toList()) {
        if (!path.isBlank()) {
          found.add(version(path.strip()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the schema history " + FOLDER + " on the class path; is the jar complete?",
          e);
    }
    versions = List.copyOf(found);
    versions.forEach(v -> byFingerprint.put(v.fingerprint(), v.schema()));
  }

  /** The history on the class path. */
  public static BundledSchemas get() {
    return Holder.INSTANCE;
  }

  /** Every schema, by record and version. */
  public List<Version> versions() {
    return versions;
  }

  @Override
  public @Nullable Schema byFingerprint(long fingerprint) {
    return byFingerprint.get(fingerprint);
  }

  private static Version version(String path) throws IOException {
    int slash = path.indexOf('/');
    int dot = path.indexOf('.');
    Schema schema = new SchemaParser().parse(read(path)).mainSchema();
    return new Version(
        path.substring(0, slash), Integer.parseInt(path.substring(slash + 1, dot)), schema);
  }

  private static String read(String path) throws IOException {
    try (InputStream in = BundledSchemas.class.getResourceAsStream(FOLDER + path)) {
      if (in == null) {
        throw new FileNotFoundException(FOLDER + path);
      }
      var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      var text = new StringBuilder();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        text.append(line).append('\n');
      }
      return text.toString();
    }
  }
}
