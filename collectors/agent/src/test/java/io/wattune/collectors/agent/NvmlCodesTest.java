package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.nvml.FakeNvml;
import io.wattune.collectors.nvml.TestGpus;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.tunable.Tunable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Codes that NVML may return, at every call that the agent makes, for some seconds in the middle of
 * its life: the other GPU is read on, it is said once what fails, nothing that was known of the GPU
 * is taken back, and all is well when the call works again.
 */
@Execution(ExecutionMode.CONCURRENT)
class NvmlCodesTest {
  private static final long MILLI = ManualTime.MILLI;

  /** Of polls. What fails is tried again after seconds, so that more polls would show no more. */
  private static final int PERIOD_MILLIS = 500;

  private static final String GPM = "gpm @0 1\ngpm.1 @0 90\ngpm.2 @0 80\n";

  /** Not in nvml.h's list of this code base. */
  private static final int NOT_LISTED = 1_000;

  private final ManualTime time = new ManualTime();
  private final AgentClock clock = new AgentClock(time);
  private final PublishedRecords sink = new PublishedRecords();
  private final List<String> changes = new ArrayList<>();

  /** What fails, of GPU-b alone; handles are 1 and 2. */
  private @Nullable String failingCall;

  private int code;

  static Stream<String> calls() {
    return Arrays.stream(Nvml.class.getMethods())
        .filter(method -> Arrays.asList(method.getExceptionTypes()).contains(NvmlException.class))
        .map(Method::getName)
        .distinct()
        .sorted();
  }

  @Test
  void thereAreCallsToFail() {
    assertThat(calls()).contains("fields", "number", "memoryClocks", "takeGpmSample", "device");
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aCallThatFailsForAWhileCostsNothingElse(String call) throws Exception {
    List<Integer> codes = codes();
    // Another third for each call: each code at some, each call with many.
    for (int i = Math.floorMod(call.hashCode(), 3); i < codes.size(); i += 3) {
      fail(call, codes.get(i));
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("calls")
  void whateverTheCodeIsNothingElseIsLost(String call) throws Exception {
    for (int each : codes()) {
      fail(call, each);
    }
  }

  private static List<Integer> codes() {
    List<Integer> codes = new ArrayList<>();
    Arrays.stream(NvmlCode.values()).map(NvmlCode::number).filter(n -> n != 0).forEach(codes::add);
    codes.add(NOT_LISTED);
    return codes;
  }

  private void fail(String call, int each) throws Exception {
    failingCall = null;
    changes.clear();
    code = each;
    Nvml nvml = failing(fake());
    DeviceReader well = reader(nvml, "GPU-a");
    DeviceReader failing = reader(nvml, "GPU-b");
    run(5_000, well, failing);
    assertThat(changes).isEmpty();
    int known = sink.descriptors().size();

    failingCall = call;
    run(65_000, well, failing); // They are described once in this time.
    failingCall = null;
    run(70_000, well, failing);

    String what = call + " " + each + ": " + changes;
    assertThat(well.status().failures()).as(what).isZero();
    assertThat(well.status().missing()).as(what).isZero();
    assertThat(changes).as("one line for a change, not for each try: " + what).hasSizeLessThan(7);
    assertThat(changes)
        .as(what)
        .allMatch(change -> isOfTheMachine(call) || change.startsWith("device n1/GPU-b "));
    assertThat(failing.status().condition()).as(what).isEqualTo(Condition.ANSWERING);
    if (failing.status().failures() > 0) {
      assertThat(changes)
          .as("it is said that it is back: " + what)
          .anyMatch(c -> c.contains("again"));
      assertThat(failing.status().lastError())
          .as("which device, which call, what to do")
          .matches("device 'n1/GPU-b': nvml[A-Z].*; .+");
    }
    if (NvmlCode.of(each).isNever()) {
      return; // A GPU in another mode may not have it any more.
    }
    for (DeviceDescriptor described :
        sink.descriptors().subList(known, sink.descriptors().size())) {
      assertThat(described.tunables())
          .as("who reads that a tunable is gone forgets the GPU: " + what)
          .extracting(Tunable::name)
          .containsExactly("core.clock", "memory.clock", "power.limit");
    }
  }

  private static boolean isOfTheMachine(String call) {
    return call.equals("driverVersion") || call.equals("newGpmSample");
  }

  private static FakeNvml fake() {
    String second = TestGpus.H100.substring(TestGpus.H100.indexOf("gpu GPU-a"));
    var fake = new FakeNvml(TestGpus.H100 + GPM + second.replace("gpu GPU-a", "gpu GPU-b") + GPM);
    fake.setMillis(0);
    return fake;
  }

  private Nvml failing(FakeNvml fake) {
    return (Nvml)
        Proxy.newProxyInstance(
            Nvml.class.getClassLoader(),
            new Class<?>[] {Nvml.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(failingCall) && isOfTheSecond(arguments)) {
                throw new NvmlException("Failing" + method.getName(), code);
              }
              try {
                return method.invoke(fake, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static boolean isOfTheSecond(Object @Nullable [] arguments) {
    return arguments == null
        || arguments.length == 0
        || arguments[0].equals(2L)
        || arguments[0].equals("GPU-b");
  }

  private DeviceReader reader(Nvml nvml, String uuid) throws Exception {
    var settings =
        new DeviceSettings(
            "n1/" + uuid, Path.of(""), Map.of("pollPeriodMillis", "" + PERIOD_MILLIS));
    return new DeviceReader(
        TestGpus.kind(nvml).openSource(settings, clock::epochNanos),
        clock,
        clock.monotonicNanos(),
        AgentSettings.DEFAULT,
        DescriptionRules.NONE,
        sink,
        changes::add);
  }

  private void run(long millis, DeviceReader... readers) {
    long until = time.monotonicNanos() + millis * MILLI;
    while (time.monotonicNanos() - until < 0) {
      for (DeviceReader reader : readers) {
        if (reader.deadlineNanos() - time.monotonicNanos() <= 0) {
          reader.step();
        }
      }
      time.pass(PERIOD_MILLIS * MILLI);
    }
  }
}
