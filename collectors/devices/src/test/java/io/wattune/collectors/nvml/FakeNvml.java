package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.NvmlScript.Answer;
import io.wattune.collectors.nvml.NvmlScript.Gpu;
import io.wattune.collectors.nvml.NvmlScript.Kind;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.DriverSamples;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.GpmMetrics;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlCode;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.collectors.nvml.library.NvmlPair;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * NVML in this process, played from a captured-device file; {@code stub.c} is the same in C. Time
 * is the machine's until a test sets it. Calls are one at a time but while they wait.
 */
public final class FakeNvml implements Nvml, PlayedNvml {

  /** What has been set on a GPU. */
  private static final class Settings {
    final Map<ClockDomain, int[]> locks = new EnumMap<>(ClockDomain.class);
    long limit = -1;
    int limitLine = -1;
    long lostUntilMillis = Long.MIN_VALUE;
  }

  private final NvmlScript script;
  private final List<Gpu> handles = new ArrayList<>();
  private final Map<Gpu, Settings> settings = new HashMap<>();
  private final List<String> writes = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private long manualMillis = -1;
  private int inits;
  private int waitsEnded;

  public FakeNvml(String text) {
    this(NvmlScript.of(text));
  }

  FakeNvml(NvmlScript script) {
    this.script = script;
    for (Gpu gpu : script.gpus) {
      handles.add(gpu);
      handles.addAll(gpu.slices);
    }
    handles.forEach(gpu -> settings.put(gpu, new Settings()));
  }

  /** From now on it is this time, until it is set again or a call waits. */
  public synchronized void setMillis(long millis) {
    manualMillis = millis;
  }

  @Override
  public Nvml nvml() {
    return this;
  }

  @Override
  public synchronized long limit(int gpu) {
    Gpu of = handles.get(gpu);
    Settings set = of(of);
    return set.limit >= 0
        ? set.limit
        : of.answers
            .get(CaptureKeys.of(NvmlNumber.POWER_LIMIT))
            .get(0)
            .numbers()
            .get(0)
            .longValue();
  }

  @Override
  public synchronized void awaitBack(int gpu) throws InterruptedException {
    while (millis() < of(handles.get(gpu)).lostUntilMillis) {
      wait(10);
    }
  }

  /** Calls that wait now answer, however long they were to take. */
  public synchronized void endWaits() {
    waitsEnded++;
    notifyAll();
  }

  /** What was set, in order, with failed tries. */
  public synchronized List<String> writes() {
    return List.copyOf(writes);
  }

  @Override
  public synchronized int calls(int gpu, String key) {
    return handles.get(gpu).calls.getOrDefault(key, 0);
  }

  @Override
  public synchronized int @Nullable [] lock(int gpu, ClockDomain domain) {
    return of(handles.get(gpu)).locks.get(domain);
  }

  public synchronized int inits() {
    return inits;
  }

  private long millis() {
    return manualMillis >= 0 ? manualMillis : (System.nanoTime() - startNanos) / 1_000_000;
  }

  private Settings of(Gpu gpu) {
    Settings of = settings.get(gpu);
    if (of == null) {
      throw new IllegalStateException("no such GPU");
    }
    return of;
  }

  private @Nullable Answer hit(Gpu gpu, String key) {
    int call = gpu.calls.merge(key, 1, Integer::sum);
    Answer current = null;
    for (Answer answer : gpu.answers.getOrDefault(key, List.of())) {
      if (isTrue(answer, call)) {
        current = answer;
      }
    }
    return current;
  }

  private boolean isTrue(Answer answer, int call) {
    return answer.isByCall() ? call >= answer.from() : millis() >= answer.from();
  }

  private void pause(@Nullable Answer answer) {
    if (answer == null || answer.waitMillis() == 0) {
      return;
    }
    if (manualMillis >= 0) {
      manualMillis += answer.waitMillis();
      return;
    }
    long until = System.nanoTime() + answer.waitMillis() * 1_000_000;
    int ended = waitsEnded;
    try {
      for (long left = answer.waitMillis(); left > 0 && waitsEnded == ended; ) {
        wait(left); // Others may call meanwhile.
        left = (until - System.nanoTime() + 999_999) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int code(@Nullable Answer answer) {
    return answer != null && answer.kind() == Kind.ERROR ? answer.numbers().get(0).intValue() : 0;
  }

  private Gpu gpu(String call, long device) throws NvmlException {
    if (inits == 0) {
      throw new NvmlException(call, NvmlCode.UNINITIALIZED.number());
    }
    Gpu gpu = handles.get((int) device - 1);
    if (millis() < of(gpu).lostUntilMillis) {
      throw new NvmlException(call, NvmlCode.GPU_IS_LOST.number());
    }
    Answer all = hit(gpu, "*");
    pause(all);
    check(call, code(all));
    return gpu;
  }

  private static void check(String call, int code) throws NvmlException {
    if (code != 0) {
      throw new NvmlException(call, code);
    }
  }

  private Answer ask(String call, Gpu gpu, String key) throws NvmlException {
    Answer answer = hit(gpu, key);
    pause(answer);
    check(call, answer == null ? NvmlCode.NOT_SUPPORTED.number() : code(answer));
    if (answer == null) {
      throw new IllegalStateException("checked above");
    }
    return answer;
  }

  /** A key that need not be in the file: then it works. */
  private @Nullable Answer askIfThere(String call, Gpu gpu, String key) throws NvmlException {
    Answer answer = hit(gpu, key);
    pause(answer);
    check(call, code(answer));
    return answer;
  }

  @Override
  public synchronized void init() throws NvmlException {
    askIfThere("Init_v2", script.machine, "init");
    inits++;
  }

  @Override
  public synchronized void shutdown() {
    inits = Math.max(0, inits - 1);
  }

  @Override
  public String driverVersion() {
    return script.driver;
  }

  @Override
  public int deviceCount() {
    return script.gpus.size();
  }

  @Override
  public synchronized long device(int index) throws NvmlException {
    long handle = handles.indexOf(script.gpus.get(index)) + 1L;
    gpu("DeviceGetHandleByIndex_v2", handle);
    return handle;
  }

  @Override
  public synchronized long device(String uuid) throws NvmlException {
    for (int i = 0; i < handles.size(); i++) {
      if (handles.get(i).uuid.equals(uuid)) {
        gpu("DeviceGetHandleByUUID", i + 1L);
        return i + 1L;
      }
    }
    throw new NvmlException("DeviceGetHandleByUUID", NvmlCode.NOT_FOUND.number());
  }

  @Override
  public synchronized String uuid(long device) throws NvmlException {
    return gpu("DeviceGetUUID", device).uuid;
  }

  @Override
  public synchronized String model(long device) throws NvmlException {
    return gpu("DeviceGetName", device).model;
  }

  @Override
  public synchronized long number(long device, NvmlNumber what, int selector) throws NvmlException {
    Gpu gpu = gpu(what.call(), device);
    Answer answer =
        ask(
            what.call(),
            gpu,
            what.isSelected() ? CaptureKeys.of(what) + "." + selector : CaptureKeys.of(what));
    long value = answer.numbers().get(0).longValue();
    if (what == NvmlNumber.CLOCK) {
      for (ClockDomain domain : ClockDomain.values()) {
        int[] lock = domain.type() == selector ? of(gpu).locks.get(domain) : null;
        value = lock == null ? value : Math.min(value, lock[1]);
      }
    }
    if (what == NvmlNumber.POWER_LIMIT) {
      value = limit(gpu, answer);
    }
    return value;
  }

  /** What was set, until the file says something newer. */
  private long limit(Gpu gpu, Answer answer) {
    Settings set = of(gpu);
    if (set.limit >= 0 && set.limitLine != answer.line()) {
      set.limit = -1;
    }
    return set.limit >= 0 ? set.limit : answer.numbers().get(0).longValue();
  }

  @Override
  public synchronized NvmlPair.Numbers pair(long device, NvmlPair what) throws NvmlException {
    List<Double> numbers =
        ask(what.call(), gpu(what.call(), device), CaptureKeys.of(what)).numbers();
    return new NvmlPair.Numbers(numbers.get(0).intValue(), numbers.get(1).intValue());
  }

  @Override
  public synchronized long slice(long device, int index) throws NvmlException {
    Gpu gpu = gpu("DeviceGetMigDeviceHandleByIndex", device);
    check(
        "DeviceGetMigDeviceHandleByIndex",
        index < gpu.slices.size() ? 0 : NvmlCode.NOT_FOUND.number());
    return handles.indexOf(gpu.slices.get(index)) + 1L;
  }

  @Override
  public synchronized void fields(long device, FieldValues values) throws NvmlException {
    Gpu gpu = gpu("DeviceGetFieldValues", device);
    askIfThere("DeviceGetFieldValues", gpu, "fields");
    for (int i = 0; i < values.size(); i++) {
      Answer answer = hit(gpu, "field." + values.id(i) + ".0");
      pause(answer);
      int code = answer == null ? NvmlCode.NOT_SUPPORTED.number() : code(answer);
      values.set(i, code, answer == null || code != 0 ? 0 : Math.round(answer.numbers().get(0)));
    }
  }

  @Override
  public synchronized int samples(long device, int kind, long lastSeenMicros, DriverSamples into)
      throws NvmlException {
    into.clear();
    Gpu gpu = gpu("DeviceGetSamples", device);
    String key = "samples." + kind;
    if (!gpu.answers.containsKey(key)) {
      throw new NvmlException("DeviceGetSamples", NvmlCode.NOT_SUPPORTED.number());
    }
    gpu = gpu("DeviceGetSamples", device); // A driver is asked twice: how many, and which.
    Answer last = hit(gpu, key);
    pause(last);
    check("DeviceGetSamples", code(last));
    int call = gpu.calls.getOrDefault(key, 0);
    for (Answer answer : gpu.answers.getOrDefault(key, List.of())) {
      if (isTrue(answer, call)
          && answer.kind() == Kind.NUMBERS
          && answer.numbers().get(0).longValue() > lastSeenMicros) {
        into.add(answer.numbers().get(0).longValue(), answer.numbers().get(1).longValue());
      }
    }
    return into.size();
  }

  private int[] list(String call, long device, String key) throws NvmlException {
    return ask(call, gpu(call, device), key).numbers().stream()
        .mapToInt(Double::intValue)
        .toArray();
  }

  @Override
  public synchronized int[] memoryClocks(long device) throws NvmlException {
    return list("DeviceGetSupportedMemoryClocks", device, "memoryclocks");
  }

  @Override
  public synchronized int[] coreClocks(long device, int memoryMegahertz) throws NvmlException {
    return list("DeviceGetSupportedGraphicsClocks", device, "coreclocks." + memoryMegahertz);
  }

  @Override
  public synchronized int[] computeProcesses(long device) throws NvmlException {
    return list("DeviceGetComputeRunningProcesses_v3", device, "compute");
  }

  @Override
  public synchronized int[] graphicsProcesses(long device) throws NvmlException {
    return list("DeviceGetGraphicsRunningProcesses_v3", device, "graphics");
  }

  @Override
  public synchronized boolean hasGpm(long device) throws NvmlException {
    String call = "GpmQueryDeviceSupport";
    return ask(call, gpu(call, device), "gpm").numbers().get(0) != 0;
  }

  @Override
  public long newGpmSample() {
    return 1;
  }

  @Override
  public void freeGpmSample(long sample) {}

  /** The device that the newest GPM sample was taken of: the file's values are of no pair. */
  private long gpmDevice;

  @Override
  public synchronized void takeGpmSample(long device, long sample) throws NvmlException {
    askIfThere("GpmSampleGet", gpu("GpmSampleGet", device), "gpmsample");
    gpmDevice = device;
  }

  @Override
  public synchronized void gpmMetrics(long earlier, long later, GpmMetrics metrics)
      throws NvmlException {
    Gpu gpu = gpu("GpmMetricsGet", gpmDevice);
    for (int i = 0; i < metrics.size(); i++) {
      Answer answer = hit(gpu, "gpm." + metrics.id(i));
      int code = answer == null ? NvmlCode.NOT_SUPPORTED.number() : code(answer);
      metrics.set(i, code, answer == null || code != 0 ? 0 : answer.numbers().get(0));
    }
  }

  /** Does what the file says of a write; whether the value is to be set, and what is returned. */
  private void write(String call, long device, String key, long value, Setter setter)
      throws NvmlException {
    writes.add(key + (value < 0 ? "" : " " + value));
    Gpu gpu = gpu(call, device);
    Answer answer = hit(gpu, key);
    pause(answer);
    check(call, code(answer));
    Kind kind = answer == null ? Kind.OK : answer.kind();
    switch (kind) {
      case CLAMP -> setter.set(of(gpu), answer == null ? 0 : answer.numbers().get(0).longValue());
      case DONE -> {
        setter.set(of(gpu), value);
        check(call, answer == null ? 0 : answer.numbers().get(0).intValue());
      }
      case LOSE -> {
        settings.put(gpu, new Settings()); // The driver has nothing of it when it comes back.
        of(gpu).lostUntilMillis =
            millis() + (answer == null ? 0 : answer.numbers().get(0).longValue());
        check(call, NvmlCode.GPU_IS_LOST.number());
      }
      case IGNORE -> {}
      default -> setter.set(of(gpu), value);
    }
  }

  private interface Setter {
    void set(Settings settings, long value);
  }

  @Override
  public synchronized void lockClocks(long device, ClockDomain domain, int lowest, int highest)
      throws NvmlException {
    write(
        domain.lockCall(),
        device,
        "set." + CaptureKeys.of(domain),
        highest,
        (set, value) -> set.locks.put(domain, new int[] {lowest, (int) value}));
  }

  @Override
  public synchronized void unlockClocks(long device, ClockDomain domain) throws NvmlException {
    write(
        domain.resetCall(),
        device,
        "reset." + CaptureKeys.of(domain),
        -1,
        (set, value) -> set.locks.remove(domain));
  }

  @Override
  public synchronized void setPowerLimit(long device, int milliwatts) throws NvmlException {
    Gpu gpu = handles.get((int) device - 1);
    Answer current = null;
    for (Answer answer :
        gpu.answers.getOrDefault(CaptureKeys.of(NvmlNumber.POWER_LIMIT), List.of())) {
      if (isTrue(answer, gpu.calls.getOrDefault(CaptureKeys.of(NvmlNumber.POWER_LIMIT), 0))) {
        current = answer;
      }
    }
    int line = current == null ? -1 : current.line();
    write(
        "DeviceSetPowerManagementLimit",
        device,
        "set.limit",
        milliwatts,
        (set, value) -> {
          set.limit = value;
          set.limitLine = line;
        });
  }
}
