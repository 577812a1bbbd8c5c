package io.wattune.launcher.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a configuration file, each with its line. YAML, of which mappings, scalars and
 * lists of scalars are used; {@code sinks: {store: URL}} and {@code sinks.store: URL} are the same.
 * A scalar is its text, so that {@code no} and {@code 1e3} stay what was written.
 */
final class ConfigFile {
  private final Path file;
  private final List<String> problems;
  private final Map<String, Value> values = new LinkedHashMap<>();

  /**
   * A value.
   *
   * @param text as it was written; a list with commas between
   * @param line where its key stands
   */
  record Value(String text, int line) {}

  private ConfigFile(Path file, List<String> problems) {
    this.file = file;
    this.problems = problems;
  }

  /**
   * Reads a file.
   *
   * @param problems takes what is wrong with its form
   * @return values by key, dots between the names
   */
  static Map<String, Value> read(Path file, List<String> problems) {
    var reading = new ConfigFile(file, problems);
    try (YAMLParser parser = new YAMLFactory().createParser(Files.readString(file))) {
      reading.document(parser);
    } catch (JsonProcessingException e) {
      problems.add(
          file
              + " is not YAML: "
              + e.getOriginalMessage().lines().findFirst().orElse("")
              + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"));
    } catch (IOException e) {
      problems.add(file + " cannot be read: " + FailureWords.of(e));
    }
    return reading.values;
  }

  private void document(YAMLParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    if (first == JsonToken.START_OBJECT) {
      mapping(parser, "");
      if (parser.nextToken() != null) {
        problems.add(place(parser) + " begins a second document; a file has one");
      }
    } else if (first != null && first != JsonToken.VALUE_NULL) {
      problems.add(place(parser) + " must begin with a key, like kafka:");
    }
  }

  private void mapping(YAMLParser parser, String path) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = path.isEmpty() ? parser.currentName() : path + "." + parser.currentName();
      int line = parser.currentTokenLocation().getLineNr();
      switch (parser.nextToken()) {
        case START_OBJECT -> mapping(parser, key);
        case START_ARRAY -> put(key, line, list(parser, key));
        default -> put(key, line, scalar(parser, key));
      }
    }
  }

  private String list(YAMLParser parser, String key) throws IOException {
    var items = new ArrayList<String>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token.isStructStart()) {
        problems.add(place(parser) + ": " + key + " may list values only");
        parser.skipChildren();
      } else {
        items.add(scalar(parser, key));
      }
    }
    return String.join(",", items);
  }

  private String scalar(YAMLParser parser, String key) throws IOException {
    if (parser.isCurrentAlias()) {
      problems.add(place(parser) + ": " + key + " is an alias; write its value");
    }
    // A key without a value is an empty text: whoever left it so has not decided.
    return parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText();
  }

  private void put(String key, int line, String text) {
    Value before = values.putIfAbsent(key, new Value(text, line));
    if (before != null) {
      problems.add(place(line) + ": " + key + " stands in line " + before.line() + " already");
    }
  }

  private String place(YAMLParser parser) {
    return place(parser.currentTokenLocation().getLineNr());
  }

  private String place(int line) {
    return file + ", line " + line;
  }
}
