package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.GpmMetrics;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What every way to NVML must do: the fake in this process, and the binding to a library. */
abstract class NvmlContract {
  private static final String GPU =
      """
      wattune-nvml 1
      # two GPUs, the first one in slices
      driver 550.54.15
      gpu GPU-a NVIDIA H100 80GB HBM3
      """;

  private Nvml nvml;

  /** The way to NVML, playing a script; time stands at 0 ms until it is set. */
  abstract Nvml play(String script) throws Exception;

  abstract void setMillis(long millis);

  private long gpu(String lines) throws Exception {
    nvml = play(GPU + lines);
    nvml.init();
    return nvml.device(0);
  }

  private static void fails(NvmlCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(NvmlException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void namesDevicesAndSlices() throws Exception {
    long gpu =
        gpu(
            "mig #1 1 1\nslice MIG-a1 NVIDIA H100 MIG 1g.10gb\nslice MIG-a2 x\ngpu GPU-b NVIDIA T4\n");

    assertThat(nvml.driverVersion()).isEqualTo("550.54.15");
    assertThat(nvml.deviceCount()).isEqualTo(2);
    assertThat(nvml.uuid(gpu)).isEqualTo("GPU-a");
    assertThat(nvml.model(gpu)).isEqualTo("NVIDIA H100 80GB HBM3");
    assertThat(nvml.model(nvml.device("GPU-b"))).isEqualTo("NVIDIA T4");
    assertThat(nvml.uuid(nvml.device(1))).isEqualTo("GPU-b");
    assertThat(nvml.uuid(nvml.slice(gpu, 1))).isEqualTo("MIG-a2");
    assertThat(nvml.pair(gpu, NvmlPair.MIG_MODE)).isEqualTo(new NvmlPair.Numbers(1, 1));
    fails(NvmlCode.NOT_FOUND, () -> nvml.slice(gpu, 2));
    fails(NvmlCode.NOT_FOUND, () -> nvml.device("GPU-c"));
    fails(NvmlCode.NOT_SUPPORTED, () -> nvml.pair(nvml.device(1), NvmlPair.MIG_MODE));
  }

  @Test
  void readsEveryNumberAndPair() throws Exception {
    var lines = new StringBuilder();
    for (NvmlNumber number : NvmlNumber.values()) {
      long value = number.isLong() ? 5_000_000_000L : 4_000_000_000L;
      String key = CaptureKeys.of(number) + (number.isSelected() ? ".2" : "");
      lines.append(key).append(" @0 ").append(value + number.ordinal()).append('\n');
    }
    lines.append("limits @0 100000 700000\nutilization @0 55 12\n");
    long gpu = gpu(lines.toString());

    for (NvmlNumber number : NvmlNumber.values()) {
      long value = number.isLong() ? 5_000_000_000L : 4_000_000_000L;
      assertThat(nvml.number(gpu, number, 2)).as("%s", number).isEqualTo(value + number.ordinal());
    }
    fails(NvmlCode.NOT_SUPPORTED, () -> nvml.number(gpu, NvmlNumber.CLOCK, 0));
    assertThat(nvml.pair(gpu, NvmlPair.POWER_LIMITS))
        .isEqualTo(new NvmlPair.Numbers(100_000, 700_000));
    assertThat(nvml.pair(gpu, NvmlPair.UTILIZATION)).isEqualTo(new NvmlPair.Numbers(55, 12));
  }

  @Test
  void valuesChangeByTimeAndByCallAndMayFreezeStepBackAndWrap() throws Exception {
    long gpu =
        gpu(
            """
            power @0 100000
            power @100 120000
            energy #1 4294967000
            energy #3 4294966000
            energy #4 500
            """);

    assertThat(nvml.number(gpu, NvmlNumber.POWER, 0)).isEqualTo(100_000);
    setMillis(99);
    assertThat(nvml.number(gpu, NvmlNumber.POWER, 0)).isEqualTo(100_000);
    setMillis(100);
    assertThat(nvml.number(gpu, NvmlNumber.POWER, 0)).isEqualTo(120_000);
    for (long expected : new long[] {4_294_967_000L, 4_294_967_000L, 4_294_966_000L, 500, 500}) {
      assertThat(nvml.number(gpu, NvmlNumber.ENERGY, 0)).isEqualTo(expected);
    }
  }

  @Test
  void eachFieldIsTheGpusAndHasATypeAndACodeOfItsOwn() throws Exception {
    long gpu =
        gpu(
            """
            field.186.0 @0 250000
            field.186.1 @0 600000
            field.83.0 @0 9000000000000
            fieldtype.10 @0 0
            field.10.0 @0 12.6
            fieldtype.11 @0 5
            field.11.0 @0 -3
            fieldtype.12 @0 6
            field.12.0 @0 7
            fieldtype.13 @0 2
            field.13.0 @0 13
            field.185.0 @0 error 4
            """);
    var fields = new FieldValues(186, 83, 10, 11, 12, 13, 185, 191);

    nvml.fields(gpu, fields);

    long[] expected = {250_000, 9_000_000_000_000L, 13, -3, 7, 13};
    for (int i = 0; i < expected.length; i++) {
      assertThat(fields.code(i)).as("field %s", fields.id(i)).isZero();
      assertThat(fields.value(i)).as("field %s", fields.id(i)).isEqualTo(expected[i]);
    }
    assertThat(fields.code(6)).isEqualTo(NvmlCode.NO_PERMISSION.number());
    assertThat(fields.code(7)).isEqualTo(NvmlCode.NOT_SUPPORTED.number());
  }

  @Test
  void samplesComeSinceTheLastOneSeenInTheDriversOrder() throws Exception {
    long gpu =
        gpu(
            """
            sampletype.0 @0 3
            samples.0 @0 1700000000020000 100000
            samples.0 @0 1700000000060000 120000
            samples.0 @0 1700000000040000 110000
            samples.0 @50 1700000000080000 130000
            """);
    var samples = new DriverSamples();

    assertThat(nvml.samples(gpu, 0, 0, samples)).isEqualTo(3);
    assertThat(samples.micros(1)).isEqualTo(1_700_000_000_060_000L);
    assertThat(samples.value(1)).isEqualTo(120_000);
    assertThat(samples.value(2)).isEqualTo(110_000);
    assertThat(nvml.samples(gpu, 0, 1_700_000_000_060_000L, samples)).isZero();
    setMillis(50);
    assertThat(nvml.samples(gpu, 0, 1_700_000_000_060_000L, samples)).isEqualTo(1);
    assertThat(samples.value(0)).isEqualTo(130_000);
    fails(NvmlCode.NOT_SUPPORTED, () -> nvml.samples(gpu, 7, 0, samples));
  }

  @Test
  void aBufferWithMoreReadingsOfTheSameSensorIsChosen() throws Exception {
    var script = new DriverBufferScript();
    nvml = play(script.text());
    nvml.init();
    long gpu = nvml.device(0);
    PowerOffer offer = PowerOffer.of(nvml, gpu);

    PowerSourceChoice verdict =
        PowerSourceChoice.of(
            nvml, gpu, offer, PowerChoice.AUTO, DriverBufferScript.time(this::setMillis));

    assertThat(verdict.choice()).as(verdict.reason()).isEqualTo(PowerChoice.SAMPLES);
  }

  @Test
  void listsClocksAndProcesses() throws Exception {
    long gpu =
        gpu(
            """
            memoryclocks @0 2619 1593
            coreclocks.2619 @0 1980 1965 1950
            compute @0 4242 777
            compute @10 none
            graphics @0 1
            """);

    assertThat(nvml.memoryClocks(gpu)).containsExactly(2619, 1593);
    assertThat(nvml.coreClocks(gpu, 2619)).containsExactly(1980, 1965, 1950);
    fails(NvmlCode.NOT_SUPPORTED, () -> nvml.coreClocks(gpu, 1593));
    assertThat(nvml.computeProcesses(gpu)).containsExactly(4242, 777);
    assertThat(nvml.graphicsProcesses(gpu)).containsExactly(1);
    setMillis(10);
    assertThat(nvml.computeProcesses(gpu)).isEmpty();
  }

  @Test
  void gpmMetricsHaveCodesOfTheirOwn() throws Exception {
    long gpu = gpu("gpm @0 1\ngpm.2 @0 45.5\ngpm.10 @0 81.25\ngpm.5 @0 error 21\n");
    var metrics = new GpmMetrics(2, 10, 5, 12);

    assertThat(nvml.hasGpm(gpu)).isTrue();
    long earlier = nvml.newGpmSample();
    long later = nvml.newGpmSample();
    nvml.takeGpmSample(gpu, earlier);
    nvml.takeGpmSample(gpu, later);
    nvml.gpmMetrics(earlier, later, metrics);
    nvml.freeGpmSample(earlier);
    nvml.freeGpmSample(later);

    assertThat(metrics.value(0)).isEqualTo(45.5, within(0.0));
    assertThat(metrics.value(1)).isEqualTo(81.25, within(0.0));
    assertThat(metrics.code(2)).isEqualTo(NvmlCode.NO_DATA.number());
    assertThat(metrics.code(3)).isEqualTo(NvmlCode.NOT_SUPPORTED.number());
  }

  @Test
  void writesTakeEffectAndMayBeClampedIgnoredOrReportAnErrorThatIsNone() throws Exception {
    long gpu =
        gpu(
            """
            clock.0 @0 1980
            limit #1 700000
            limit #6 350000
            set.limit #2 clamp 500000
            set.limit #3 ignore
            set.limit #4 done 999
            set.limit #5 error 4
            """);

    nvml.lockClocks(gpu, ClockDomain.CORE, 210, 1_200);
    assertThat(nvml.number(gpu, NvmlNumber.CLOCK, 0)).isEqualTo(1_200);
    nvml.unlockClocks(gpu, ClockDomain.CORE);
    assertThat(nvml.number(gpu, NvmlNumber.CLOCK, 0)).isEqualTo(1_980);

    assertThat(limit(gpu)).isEqualTo(700_000);
    nvml.setPowerLimit(gpu, 600_000);
    assertThat(limit(gpu)).isEqualTo(600_000);
    nvml.setPowerLimit(gpu, 200_000);
    assertThat(limit(gpu)).isEqualTo(500_000);
    nvml.setPowerLimit(gpu, 300_000);
    assertThat(limit(gpu)).isEqualTo(500_000);
    fails(NvmlCode.UNKNOWN, () -> nvml.setPowerLimit(gpu, 310_000));
    assertThat(limit(gpu)).isEqualTo(310_000);
    fails(NvmlCode.NO_PERMISSION, () -> nvml.setPowerLimit(gpu, 320_000));
    assertThat(limit(gpu)).as("somebody else has set it").isEqualTo(350_000);
  }

  private long limit(long gpu) throws NvmlException {
    return nvml.number(gpu, NvmlNumber.POWER_LIMIT, 0);
  }

  @Test
  void everyCodeComesThrough() throws Exception {
    for (NvmlCode code : NvmlCode.values()) {
      if (code != NvmlCode.SUCCESS) {
        long gpu = gpu("power @0 error " + code.number() + "\n");
        fails(code, () -> nvml.number(gpu, NvmlNumber.POWER, 0));
      }
    }
    long gpu = gpu("power @0 error 1234\n");
    assertThatThrownBy(() -> nvml.number(gpu, NvmlNumber.POWER, 0)).hasMessageContaining("1234");
  }

  @Test
  void aDeviceIsLostWithItsSettingsAndComesBack() throws Exception {
    long gpu =
        gpu("clock.0 @0 1980\npower @0 100\nset.core #2 lose 500\n* @2000 error 15\n* @3000 ok\n");
    nvml.lockClocks(gpu, ClockDomain.CORE, 210, 1_200);

    fails(NvmlCode.GPU_IS_LOST, () -> nvml.lockClocks(gpu, ClockDomain.CORE, 210, 900));
    fails(NvmlCode.GPU_IS_LOST, () -> nvml.number(gpu, NvmlNumber.POWER, 0));
    fails(NvmlCode.GPU_IS_LOST, () -> nvml.device("GPU-a"));
    setMillis(500);
    assertThat(nvml.number(gpu, NvmlNumber.CLOCK, 0)).isEqualTo(1_980);
    setMillis(2_000);
    fails(NvmlCode.GPU_IS_LOST, () -> nvml.number(gpu, NvmlNumber.POWER, 0));
    setMillis(3_000);
    assertThat(nvml.number(gpu, NvmlNumber.POWER, 0)).isEqualTo(100);
  }

  @Test
  void aCallMayTakeLong() throws Exception {
    long gpu = gpu("power @0 100 wait 600\nenergy @0 1\nenergy @600 2\n");

    assertThat(nvml.number(gpu, NvmlNumber.ENERGY, 0)).isEqualTo(1);
    assertThat(nvml.number(gpu, NvmlNumber.POWER, 0)).isEqualTo(100);
    assertThat(nvml.number(gpu, NvmlNumber.ENERGY, 0)).isEqualTo(2);
  }

  @Test
  void worksOnlyWhileInitialised() throws Exception {
    nvml = play(GPU + "power @0 1\n");
    fails(NvmlCode.UNINITIALIZED, () -> nvml.device(0));
    nvml.init();
    nvml.init();
    nvml.shutdown();
    long gpu = nvml.device(0);
    nvml.shutdown();
    fails(NvmlCode.UNINITIALIZED, () -> nvml.number(gpu, NvmlNumber.POWER, 0));

    nvml = play("wattune-nvml 1\ninit @0 error 9\n");
    fails(NvmlCode.DRIVER_NOT_LOADED, () -> nvml.init());
  }
}
