package io.wattune.testbed.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.serving.JointPolicy;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.SampledBatches;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.serving.ServingSetting;
import io.wattune.testbed.server.Mi50;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampledBatchesTest {
  /** Of 540 settings with eight sizes of batches 112 are enough to say how long each takes. */
  @ParameterizedTest
  @ValueSource(strings = {"resnet152", "albert", "vgg19"})
  void aTenthOfTheSettingsSaysHowLongBatchesTake(String model) {
    ServingProfile truth = ServedGpu.profile(model);
    var sampled = new SampledBatches(truth, Mi50.LAYOUT, 8);
    // Two batches at a tenth of 540 settings, and four checks.
    assertThat(sampled.measurements()).isLessThanOrEqualTo(112);

    MeasuredProfile profile =
        ServedMeasurements.sampled(new ServedLoad(model, ServedLoad.Shape.CONSTANT, 8));
    assertThat(profile.batches().limit()).isEqualTo(8);
    double largest = 0;
    for (ServingSetting each : JointPolicy.settings(truth, 2, 4, 6, 8)) {
      double off = truth.seconds(each) / profile.seconds(each) - 1;
      largest = Math.max(largest, off);
    }
    System.out.printf(
        "%s: batches at most %.4f longer than the profile says, which counts %.4f of them%n",
        model, largest, profile.batches().error());
    // What full batches and single ones are off by themselves, and what is counted in between.
    assertThat(largest).isLessThanOrEqualTo(sampled.largestSecondsError() + 0.02);
  }
}
