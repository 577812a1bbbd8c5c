package io.wattune.core.saving;

import static io.wattune.core.saving.Bench.entry;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.saving.Bench.Energy;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;

/** Two kernels of one device that save 100 J each, of which a gain of 5 % makes 5 J of error. */
final class KernelSavingRuns {
  private KernelSavingRuns() {}

  static void add(FleetSavings savings, String device) {
    savings.profile(profile(device));
    Configuration wished = Configuration.of(new Setting(Bench.CLOCK, TunableUnit.MEGAHERTZ, 800));
    List<ActivityConfiguration> both = new ArrayList<>();
    for (String kernel : List.of("j", "k")) {
      both.add(new ActivityConfiguration(kernel, wished));
    }
    savings.decision(
        new Decision.ForDevice(
            "n",
            device,
            1,
            1,
            Bench.nanos(20),
            30 * Bench.SECOND,
            Configuration.EMPTY,
            both,
            "harmonia",
            "coarse",
            "",
            Quality.CORRECTED,
            Bench.nanos(20),
            null));
    savings.actuation(
        new Actuation(
            "n",
            device,
            1,
            1,
            ActuationOutcome.APPLIED,
            "ok",
            "",
            null,
            List.of(),
            30 * Bench.SECOND,
            Bench.nanos(20),
            List.of(Bench.others(20, 50)),
            List.of()));
    for (int i = 0; i < 5; i++) {
      for (String kernel : List.of("j", "k")) {
        double start = 2 * i + (kernel.equals("j") ? 0 : 1);
        savings.energy(
            entry(device, kernel, start, start + 0.8, new Energy(100, 5, 5), 0, Quality.CORRECTED));
        savings.energy(
            entry(
                device,
                kernel,
                start + 21,
                start + 21.8,
                new Energy(80, 4, 4),
                0,
                Quality.CORRECTED));
      }
    }
  }

  private static SensorProfile profile(String device) {
    return new SensorProfile(
        Bench.PROFILE,
        device,
        "s",
        SensorModel.passThrough(0),
        ProfileSource.GIVEN,
        0.01,
        0,
        0,
        1,
        0.05,
        0,
        0,
        0,
        0,
        0,
        Long.MIN_VALUE);
  }
}
