package io.wattune.replay;

import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.sensor.GivenProfile;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.report.InputFile;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.file.Sha256;
import io.wattune.schemas.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code --profile} asks for. */
final class ProfileInput {
  private final String choice;
  private final List<InputFile> inputs;

  /**
   * Prepares.
   *
   * @param inputs where a profile file is noted when it has been read
   */
  ProfileInput(ReplayOptions options, List<InputFile> inputs) {
    this.choice = options.profile();
    this.inputs = inputs;
  }

  /**
   * The profile of each device: learned, none, or from the file, which must name all of them.
   *
   * @param meter what a meter says of the sensor, which holds in the place of what would be learned
   */
  ProfileChoice choice(List<DeviceTrace> traces, @Nullable MeterCalibration meter)
      throws EngineException {
    if (choice.equals(ReplayOptions.PROFILE_AUTO)) {
      return meter == null
          ? ProfileChoice.AUTO
          : new ProfileChoice(
              !meter.settlesResponse(),
              traces.stream().map(ProfileInput::prior).map(meter::applied).toList());
    }
    if (choice.startsWith(ReplayOptions.PROFILE_MODEL)) {
      return ofModel(choice.substring(ReplayOptions.PROFILE_MODEL.length()), traces);
    }
    if (choice.equals(ReplayOptions.PROFILE_NONE)) {
      return ProfileChoice.NONE;
    }
    try {
      byte[] json = Files.readAllBytes(Path.of(choice));
      inputs.add(new InputFile("profile", choice, Sha256.of(json)));
      List<GivenProfile> profiles = ProfileFile.read(json, choice);
      List<SensorProfile> given = new ArrayList<>();
      for (DeviceTrace trace : traces) {
        given.add(
            ProfileFile.find(profiles, trace.device(), trace.signal(), trace.model(), choice));
      }
      return new ProfileChoice(false, given);
    } catch (IOException e) {
      throw EngineException.wrongInput(choice + " could not be read: " + FailureWords.of(e));
    }
  }

  /** What is assumed of a sensor before the meter's results are applied to it. */
  private static SensorProfile prior(DeviceTrace trace) {
    return ProfileChoice.prior(trace.device(), trace.signal(), trace.model())
        .orElseGet(() -> ProfileChoice.prior(trace.device(), trace.signal()));
  }

  private static ProfileChoice ofModel(String model, List<DeviceTrace> traces)
      throws EngineException {
    List<SensorProfile> priors = new ArrayList<>();
    for (DeviceTrace trace : traces) {
      priors.add(
          ProfileChoice.prior(trace.device(), trace.signal(), model)
              .orElseThrow(
                  () ->
                      EngineException.wrongInput(
                          "--profile model:"
                              + model
                              + ": nothing is known of the sensors of that model; name it as"
                              + " nvidia-smi does, or leave --profile out")));
    }
    return new ProfileChoice(true, priors);
  }
}
