package io.wattune.schemas.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.sensor.GivenProfile;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * {@code profile.json}: sensor profiles, written by a replay and read back by {@code --profile}. A
 * profile that is read is {@link ProfileSource#GIVEN} and holds for all times.
 */
public final class ProfileFile {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private ProfileFile() {}

  /** The file's content. */
  public static String text(List<SensorProfile> profiles) {
    try {
      return MAPPER.writeValueAsString(of(profiles));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("profiles could not be written as JSON", e);
    }
  }

  private static ObjectNode of(List<SensorProfile> profiles) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode array = root.putArray("profiles");
    profiles.forEach(profile -> array.add(node(profile)));
    return root;
  }

  /** One profile of the file. */
  public static ObjectNode node(SensorProfile profile) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("device", profile.device());
    node.put("signal", profile.signal());
    node.put("profileId", profile.profileId());
    node.put("class", profile.sensorClass().label());
    node.put("source", profile.source().name().toLowerCase(Locale.ROOT));
    node.put("timeConstantSeconds", profile.response().timeConstantSeconds());
    node.put("timeConstantErrorSeconds", profile.response().timeConstantErrorSeconds());
    node.put("windowSeconds", profile.response().windowSeconds());
    node.put("windowErrorSeconds", profile.response().windowErrorSeconds());
    node.put("updatePeriodSeconds", profile.updatePeriodSeconds());
    node.put("delaySeconds", profile.delaySeconds());
    node.put("delayErrorSeconds", profile.delayErrorSeconds());
    node.put("gain", profile.gain());
    node.put("gainError", profile.gainError());
    node.put("offsetWatts", profile.offsetWatts());
    node.put("offsetErrorWatts", profile.offsetErrorWatts());
    node.put("gainOffsetCovarianceWatts", profile.gainOffsetCovarianceWatts());
    node.put("noiseWatts", profile.noiseWatts());
    node.put("steps", profile.steps());
    return node;
  }

  /**
   * Reads the profiles of a file.
   *
   * @param json its bytes
   * @param name its name, for messages
   */
  public static List<GivenProfile> read(byte[] json, String name) throws ProfileFileException {
    JsonNode root;
    try {
      root = MAPPER.readTree(new String(json, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new ProfileFileException(
          "%s line %s is not JSON: "
                  .formatted(name, e.getLocation() == null ? 0 : e.getLocation().getLineNr())
              + e.getOriginalMessage());
    }
    if (!(root.path("profiles") instanceof ArrayNode array) || array.isEmpty()) {
      throw new ProfileFileException(
          name
              + " holds no profiles: it must be an object with an array 'profiles', as the"
              + " profile.json of a report is");
    }
    List<GivenProfile> profiles = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      profiles.add(new Row(array.get(i), name + " profile " + (i + 1)).profile());
    }
    return profiles;
  }

  /**
   * The profile of a device and signal: its own, its model's, or anybody's.
   *
   * @param model the device's model; empty where it is not known
   * @param name the file's name, for messages
   */
  public static SensorProfile find(
      List<GivenProfile> profiles, String device, String signal, String model, String name)
      throws ProfileFileException {
    return ProfileChoice.known(profiles)
        .given(device, signal, model)
        .map(profile -> profile.givenTo(device, signal))
        .orElseThrow(
            () ->
                new ProfileFileException(
                    ("%s has no profile for device '%s' and signal '%s', only for %s; "
                            + "write \"device\": \"*\" there to let a profile hold for every device")
                        .formatted(
                            name,
                            device,
                            signal,
                            profiles.stream()
                                .map(ProfileFile::target)
                                .collect(Collectors.joining(", ")))));
  }

  private static String target(GivenProfile given) {
    String device = "'" + given.profile().device() + "'";
    String of = given.model().isEmpty() ? device : "any of model '" + given.model() + "'";
    return of + " and '" + given.profile().signal() + "'";
  }

  /** One profile of the file; every complaint says which field of which profile. */
  private record Row(JsonNode node, String where) {

    GivenProfile profile() throws ProfileFileException {
      SensorProfile written = written();
      String model = node.has("model") ? text("model") : "";
      JsonNode another = node.path("ofAnotherBoard");
      if (!another.isMissingNode() && !another.isBoolean()) {
        throw new ProfileFileException(
            where + ": field 'ofAnotherBoard' must be true or false, was " + another);
      }
      try {
        return new GivenProfile(
            another.asBoolean() ? ProfileChoice.ofAnotherBoard(written) : written, model);
      } catch (IllegalArgumentException e) {
        throw new ProfileFileException(where + ": " + e.getMessage());
      }
    }

    private SensorProfile written() throws ProfileFileException {
      try {
        return new SensorProfile(
            text("profileId"),
            text("device"),
            text("signal"),
            SensorModel.of(
                sensorClass(),
                number("timeConstantSeconds"),
                number("timeConstantErrorSeconds"),
                node.path("windowSeconds").asDouble(0),
                node.path("windowErrorSeconds").asDouble(0)),
            ProfileSource.GIVEN,
            number("updatePeriodSeconds"),
            number("delaySeconds"),
            number("delayErrorSeconds"),
            number("gain"),
            number("gainError"),
            number("offsetWatts"),
            number("offsetErrorWatts"),
            node.path("gainOffsetCovarianceWatts").asDouble(0),
            number("noiseWatts"),
            node.path("steps").asInt(0),
            Long.MIN_VALUE);
      } catch (IllegalArgumentException e) {
        throw new ProfileFileException(where + ": " + e.getMessage());
      }
    }

    private SensorClass sensorClass() throws ProfileFileException {
      String label = text("class");
      for (SensorClass candidate : SensorClass.values()) {
        if (candidate.label().equals(label)) {
          return candidate;
        }
      }
      throw new ProfileFileException(
          "%s: class '%s' is unknown, known are %s"
              .formatted(
                  where,
                  label,
                  Arrays.stream(SensorClass.values())
                      .map(SensorClass::label)
                      .collect(Collectors.joining(", "))));
    }

    private String text(String field) throws ProfileFileException {
      if (!node.path(field).isTextual() || node.path(field).asText().isEmpty()) {
        throw new ProfileFileException(where + ": field '" + field + "' must be a text");
      }
      return node.path(field).asText();
    }

    private double number(String field) throws ProfileFileException {
      if (!node.path(field).isNumber()) {
        throw new ProfileFileException(where + ": field '" + field + "' must be a number");
      }
      return node.path(field).asDouble();
    }
  }
}
