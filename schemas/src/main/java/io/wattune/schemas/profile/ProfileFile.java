package io.wattune.schemas.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.json.StrictJson;
import io.wattune.schemas.json.WrongJsonException;
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
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

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
  public static List<GivenProfile> read(byte[] json, String name) throws EngineException {
    List<GivenProfile> profiles = new ArrayList<>();
    try {
      StrictJson root = StrictJson.read(json, StrictJson.FIRST);
      if (root.has("profiles")) {
        for (StrictJson each : root.list("profiles")) {
          profiles.add(new Row(each).profile());
        }
      }
    } catch (WrongJsonException e) {
      throw EngineException.wrongInput(name + ": " + e.getMessage());
    }
    if (profiles.isEmpty()) {
      throw EngineException.wrongInput(
          name
              + " holds no profiles: it must be an object with an array 'profiles', as the"
              + " profile.json of a report is");
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
      throws EngineException {
    return ProfileChoice.known(profiles)
        .given(device, signal, model)
        .map(profile -> profile.givenTo(device, signal))
        .orElseThrow(
            () ->
                EngineException.wrongInput(
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
  private record Row(StrictJson json) {

    GivenProfile profile() {
      try {
        SensorProfile written = written();
        boolean isOfAnother = json.has("ofAnotherBoard") && json.flag("ofAnotherBoard");
        return new GivenProfile(
            isOfAnother ? ProfileChoice.ofAnotherBoard(written) : written,
            json.has("model") ? json.text("model") : "");
      } catch (IllegalArgumentException e) {
        json.wrong(String.valueOf(e.getMessage()));
        throw e;
      }
    }

    private SensorProfile written() {
      return new SensorProfile(
          json.text("profileId"),
          json.text("device"),
          json.text("signal"),
          SensorModel.of(
              sensorClass(),
              json.number("timeConstantSeconds"),
              json.number("timeConstantErrorSeconds"),
              json.number("windowSeconds", 0),
              json.number("windowErrorSeconds", 0)),
          ProfileSource.GIVEN,
          json.number("updatePeriodSeconds"),
          json.number("delaySeconds"),
          json.number("delayErrorSeconds"),
          json.number("gain"),
          json.number("gainError"),
          json.number("offsetWatts"),
          json.number("offsetErrorWatts"),
          json.number("gainOffsetCovarianceWatts", 0),
          json.number("noiseWatts"),
          (int) json.number("steps", 0),
          Long.MIN_VALUE);
    }

    private SensorClass sensorClass() {
      String label = json.text("class");
      List<String> known = Arrays.stream(SensorClass.values()).map(SensorClass::label).toList();
      int at = known.indexOf(label);
      if (at < 0) {
        throw new IllegalArgumentException(
            "class '%s' is unknown, known are %s".formatted(label, String.join(", ", known)));
      }
      return SensorClass.values()[at];
    }
  }
}
