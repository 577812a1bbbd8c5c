package io.wattune.launcher.replay;

import io.wattune.collectors.file.DeviceTrace;
import io.wattune.core.meter.MeterFit;
import io.wattune.core.meter.MeterFitResult;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.launcher.CommandFailedException;
import io.wattune.launcher.report.InputFile;
import io.wattune.launcher.report.ProfileFile;
import io.wattune.launcher.report.ProfileFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
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
   * @param meterFit with a meter, the scale that it gives to a profile that is learned
   */
  ProfileChoice choice(List<DeviceTrace> traces, @Nullable MeterFitResult meterFit)
      throws CommandFailedException {
    if (choice.equals(ReplayOptions.PROFILE_AUTO)) {
      return meterFit instanceof MeterFit fit
          ? new ProfileChoice(true, traces.stream().map(trace -> scaled(trace, fit)).toList())
          : ProfileChoice.AUTO;
    }
    if (choice.equals(ReplayOptions.PROFILE_NONE)) {
      return ProfileChoice.NONE;
    }
    try {
      byte[] json = Files.readAllBytes(Path.of(choice));
      inputs.add(new InputFile("profile", choice, sha256(json)));
      List<SensorProfile> profiles = ProfileFile.read(json, choice);
      List<SensorProfile> given = new ArrayList<>();
      for (DeviceTrace trace : traces) {
        given.add(
            ProfileFile.find(profiles, trace.device(), trace.signal(), choice)
                .givenTo(trace.device(), trace.signal()));
      }
      return new ProfileChoice(false, given);
    } catch (IOException e) {
      throw CommandFailedException.usage(choice + " could not be read: " + e.getMessage());
    } catch (ProfileFileException e) {
      throw CommandFailedException.usage(String.valueOf(e.getMessage()));
    }
  }

  /** Response as yet unknown, so that it is learned; scale as the meter has it. */
  private static SensorProfile scaled(DeviceTrace trace, MeterFit fit) {
    SensorProfile prior = ProfileChoice.prior(trace.device(), trace.signal());
    return prior.scaled(
        trace.device() + "/" + trace.signal() + "/metered",
        fit.gain(),
        fit.gainError(),
        fit.offsetWatts(),
        fit.offsetErrorWatts(),
        fit.covarianceWatts());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
    }
  }
}
