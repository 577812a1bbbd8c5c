package io.wattune.launcher.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.control.serving.MeasuredTable;
import io.wattune.control.serving.Measurements;
import io.wattune.control.serving.ServingProfileFile;
import io.wattune.core.mask.CuLayout;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.JointPolicy;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.SampledBatches;
import io.wattune.core.serving.SampledProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.testbed.cofris.SimulatedProfile;
import io.wattune.testbed.serving.ServedGpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune profile}: the table of a model on its server, for {@code --policy cofris}. */
@Command(
    name = "profile",
    sortOptions = false,
    description = {
      "Makes the profile of a model on its server, which --policy cofris needs: how long a request"
          + " takes and at which power, by clock and number of compute units"
          + " (docs/reference/serving-profile.md). From measurements, of all settings or, with"
          + " --sample, of a tenth of them; or of a model on the simulated MI50. With --kernels a"
          + " right-size table, which --policy krisp needs: how many compute units each of its kernels"
          + " needs."
    },
    exitCodeList = {
      "0:done",
      "1:the file could not be written, or the table not be published",
      "2:wrong arguments, or measurements that cannot be used or are not enough: it says which setting is"
          + " missing"
    })
@CommandLineOnly
public final class ProfileCommand extends Subcommand {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--model",
      required = true,
      paramLabel = "NAME",
      description = "the model's name, as the server shows it")
  private String model = "";

  @Option(
      names = "--measurements",
      paramLabel = "FILE",
      description =
          "comma-separated text with the columns megaHertz, units, seconds (mean time of a request"
              + " alone, or of a batch), busyWatts and waitingWatts (power meanwhile and in between; a row"
              + " without seconds and busyWatts is of the GPU alone), batch where several requests were"
              + " served at once, and share where the server was started with a part of the GPU (an MPS"
              + " percentage, or a MIG slice's name); without it the model is taken from the simulated MI50")
  private @Nullable Path measurements;

  @Option(
      names = "--latency-spread",
      paramLabel = "FRACTION",
      defaultValue = "0.03",
      description =
          "standard deviation of a request's time, as a part of its mean, from 0 to 1; default:"
              + " ${DEFAULT-VALUE}")
  private double spread;

  @Option(
      names = "--sample",
      description =
          "use a tenth of the settings, make the others of them, and say how far off these may be;"
              + " where one of that tenth was not measured it is named")
  private boolean isSampled;

  @Option(
      names = "--engines",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "shader engines over which units are spread, for --sample: how long work takes goes by the"
              + " one with the fewest; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "64")
  private int engines;

  @Option(
      names = "--batch-limit",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "requests that the server takes at once at most, by its own settings; times of batches must"
              + " be measured, up to that one or larger; default: ${DEFAULT-VALUE}")
  @Bounds(lowest = "1", highest = "1024")
  private int batchLimit;

  @Mixin private RightSizeArguments rightSizes = new RightSizeArguments();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "write the profile, or the table, there")
  private @Nullable Path out;

  @Option(names = "--json", description = "print what was made as one JSON object")
  private boolean json;

  /** What was made. */
  private record Made(MeasuredProfile profile, int measured, double statedError) {}

  @Override
  public Integer call() throws EngineException {
    if (rightSizes.isAsked()) {
      print(rightSizes.make(model, out, json));
      return ExitCode.DONE;
    }
    Made made;
    try {
      made = made();
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
    if (out != null) {
      try {
        Files.writeString(
            out, ServingProfileFile.text(made.profile(), made.measured(), made.statedError()));
      } catch (IOException e) {
        throw EngineException.failed("cannot write '" + out + "': " + FailureWords.of(e), e);
      }
    }
    print(json ? json(made) : text(made));
    return ExitCode.DONE;
  }

  private Made made() throws EngineException {
    Path file = measurements;
    if (file == null) {
      ServingProfile simulated = ServedGpu.profile(model);
      List<Integer> sizes =
          batchLimit == 1
              ? List.of(1)
              : IntStream.rangeClosed(1, SimulatedProfile.MOST).boxed().toList();
      require(sizes);
      return isSampled
          ? sampled(simulated, sizes)
          : whole(simulated, JointPolicy.settings(simulated, 1), sizes);
    }
    Measurements all = MeasuredTable.read(file);
    require(all.sizes());
    if (isSampled) {
      if (!all.shares().isEmpty()) {
        throw new IllegalArgumentException(
            "--sample: shares of a device are few, and no line leads from one to another: measure"
                + " all clocks at each, without --sample");
      }
      return sampled(all, all.sizes());
    }
    Made made =
        all.sizes().equals(List.of(1))
            ? new Made(new MeasuredProfile(model, spread, all.rows()), all.rows().size(), 0)
            : whole(all, all.settings(), all.sizes());
    return all.shares().isEmpty()
        ? made
        : new Made(made.profile().ofShares(all.shares()), made.measured(), 0);
  }

  private void require(List<Integer> sizes) {
    int largest = sizes.isEmpty() ? 0 : sizes.get(sizes.size() - 1);
    if (batchLimit > largest) {
      throw new IllegalArgumentException(
          "--batch-limit: no batch of %d or more was measured, the largest is %d"
              .formatted(batchLimit, largest));
    }
  }

  private Made whole(ServingProfile source, List<ServingSetting> settings, List<Integer> sizes) {
    return new Made(
        MeasuredProfile.of(model, spread, source, settings, batchLimit, sizes, 0),
        settings.size() * sizes.size(),
        0);
  }

  private Made sampled(ServingProfile source, List<Integer> sizes) {
    int units = source.units();
    if (units % engines != 0) {
      throw new IllegalArgumentException(
          "--engines: " + units + " units are not the same number on each of " + engines);
    }
    CuLayout layout = CuLayout.even(engines, 1, units / engines, 1);
    int largest = sizes.get(sizes.size() - 1);
    if (largest == 1) {
      SampledProfile sampled = SampledProfile.of(source, layout);
      return new Made(
          MeasuredProfile.of(model, spread, sampled),
          sampled.measurements(),
          sampled.largestSecondsError());
    }
    var sampled = new SampledBatches(source, layout, largest);
    return new Made(
        MeasuredProfile.of(
            model, spread, sampled, batchLimit, List.of(1, largest), sampled.batchError()),
        sampled.measurements(),
        sampled.largestSecondsError());
  }

  private static String text(Made made) {
    MeasuredProfile profile = made.profile();
    ServingSetting own = profile.baseline().ofBatch(1);
    MeasuredProfile.Batches batches = profile.batches();
    return String.format(
        Locale.ROOT,
        "%s: %d settings, %d %s%s; %d to %d MHz, up to %d units%s; a request takes %.4g s at"
            + " %.1f W at the highest, %.1f W between requests%s",
        profile.model(),
        profile.rows().size(),
        made.measured(),
        batches.largest() == 1 ? "of them measured" : "measurements of them",
        made.statedError() > 0
            ? String.format(
                Locale.ROOT,
                ", times of the others off by %.1f %% at most",
                100 * made.statedError())
            : "",
        profile.megaHertz().get(0),
        own.megaHertz(),
        own.units(),
        profile.byShare().isEmpty()
            ? ""
            : " at the shares "
                + profile.byShare().keySet().stream()
                    .map(DeviceShare::name)
                    .collect(Collectors.joining(", ")),
        profile.seconds(own),
        profile.busyWatts(own),
        profile.waitingWatts(own),
        batches.largest() == 1
            ? ""
            : String.format(
                Locale.ROOT,
                "; %d at once %.4g s, batches up to %d at most %.1f %% above the straight line",
                batches.limit(),
                profile.seconds(profile.baseline()),
                batches.largest(),
                100 * batches.error()));
  }

  private static String json(Made made) {
    ObjectNode node = JSON.createObjectNode();
    node.put("model", made.profile().model());
    node.put("settings", made.profile().rows().size());
    node.put("measured", made.measured());
    node.put("largestSecondsError", made.statedError());
    node.put("batchLimit", made.profile().batches().limit());
    node.put("batchError", made.profile().batches().error());
    return node.toString();
  }
}
