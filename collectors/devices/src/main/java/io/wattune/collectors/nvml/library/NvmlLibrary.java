package io.wattune.collectors.nvml.library;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * NVML as the driver has it, by JNA. Layouts are those of nvml.h for 64-bit machines:
 *
 * <pre>
 * nvmlFieldValue_t   40 B  fieldId 0, scopeId 4, timestamp 8, latency 16, valueType 24, return 28, value 32
 * nvmlSample_t       16 B  timeStamp 0, value 8
 * nvmlProcessInfo_t  24 B  pid 0, usedGpuMemory 8, gpuInstanceId 16, computeInstanceId 20
 * nvmlGpmMetricsGet       version 0, numMetrics 4, sample1 8, sample2 16, metrics from 24
 * nvmlGpmMetric_t    40 B  metricId 0, return 4, value 8, three pointers to texts from 16
 * nvmlGpmSupport_t    8 B  version 0, isSupportedDevice 4
 * </pre>
 *
 * <p>Each thread has scratch memory of its own, which all its calls use: a call allocates nothing
 * native. {@code StubNvmlContractTest} holds all of it against a library that a C compiler has laid
 * out.
 */
public final class NvmlLibrary implements Nvml {
  /** The library's name on Linux. */
  public static final String NAME = "libnvidia-ml.so.1";

  private static final int SCRATCH_BYTES = 65_536;
  private static final int TEXT_BYTES = 96;
  private static final int FIELD_BYTES = 40;
  private static final int COPY_BYTES = FieldValues.MOST * FIELD_BYTES;
  private static final int SAMPLE_BYTES = 16;
  private static final int LIST_START = 8;
  private static final int PROCESS_BYTES = 24;
  private static final int GPM_VERSION = 1;

  /** Scope of a field: 1 would be the module, 2 the memory. */
  private static final int OF_THE_GPU = 0;

  private static final int GPM_HEAD_BYTES = 24;
  private static final int GPM_METRIC_BYTES = 40;

  /** What a thread copies native memory to, as bytes and as numbers of this machine's order. */
  private static final class Copy {
    final byte[] array = new byte[COPY_BYTES];
    final ByteBuffer bytes = ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
  }

  private final NvmlFunctions functions;
  private final ThreadLocal<Memory> scratch =
      ThreadLocal.withInitial(() -> new Memory(SCRATCH_BYTES));

  private final ThreadLocal<Copy> copies = ThreadLocal.withInitial(Copy::new);

  private NvmlLibrary(NvmlFunctions functions) {
    this.functions = functions;
  }

  /**
   * Loads the library; initialises nothing.
   *
   * @param name its name, or a path
   * @throws NvmlException LIBRARY_NOT_FOUND where it is not there or cannot be loaded
   */
  public static NvmlLibrary load(String name) throws NvmlException {
    return new NvmlLibrary(NvmlFunctions.load(name));
  }

  @Override
  public void init() throws NvmlException {
    functions.call("Init_v2");
  }

  @Override
  public void shutdown() {
    int unused = functions.tryCall("Shutdown");
  }

  @Override
  public String driverVersion() throws NvmlException {
    Memory out = scratch.get();
    functions.call("SystemGetDriverVersion", out, TEXT_BYTES);
    return text(out);
  }

  @Override
  public int deviceCount() throws NvmlException {
    Memory out = scratch.get();
    functions.call("DeviceGetCount_v2", out);
    return out.getInt(0);
  }

  @Override
  public long device(int index) throws NvmlException {
    Memory out = scratch.get();
    functions.call("DeviceGetHandleByIndex_v2", index, out);
    return out.getLong(0);
  }

  @Override
  public long device(String uuid) throws NvmlException {
    Memory out = scratch.get();
    byte[] bytes = uuid.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length >= TEXT_BYTES) {
      throw new NvmlException("DeviceGetHandleByUUID", NvmlCode.INVALID_ARGUMENT.number());
    }
    out.write(LIST_START, bytes, 0, bytes.length);
    out.setByte(LIST_START + bytes.length, (byte) 0);
    functions.call("DeviceGetHandleByUUID", out.share(LIST_START), out);
    return out.getLong(0);
  }

  @Override
  public String uuid(long device) throws NvmlException {
    return text("DeviceGetUUID", device);
  }

  @Override
  public String model(long device) throws NvmlException {
    return text("DeviceGetName", device);
  }

  private String text(String call, long device) throws NvmlException {
    Memory out = scratch.get();
    functions.call(call, new Pointer(device), out, TEXT_BYTES);
    return text(out);
  }

  private static String text(Memory memory) {
    memory.setByte(TEXT_BYTES, (byte) 0); // Whatever the driver wrote, it ends here.
    return memory.getString(0, StandardCharsets.UTF_8.name());
  }

  @Override
  public long number(long device, NvmlNumber what, int selector) throws NvmlException {
    Memory out = scratch.get();
    int code = ask(what.call(), device, what, selector, out);
    if (code == NvmlCode.FUNCTION_NOT_FOUND.number() && !what.olderCall().equals(what.call())) {
      code = ask(what.olderCall(), device, what, selector, out);
    }
    NvmlFunctions.check(what.call(), code);
    return what.isLong() ? out.getLong(0) : Integer.toUnsignedLong(out.getInt(0));
  }

  private int ask(String call, long device, NvmlNumber what, int selector, Memory out) {
    return what.isSelected()
        ? functions.tryCall(call, new Pointer(device), selector, out)
        : functions.tryCall(call, new Pointer(device), out);
  }

  @Override
  public NvmlPair.Numbers pair(long device, NvmlPair what) throws NvmlException {
    Memory out = scratch.get();
    if (what == NvmlPair.UTILIZATION) {
      functions.call(what.call(), new Pointer(device), out);
    } else {
      functions.call(what.call(), new Pointer(device), out, out.share(Integer.BYTES));
    }
    return new NvmlPair.Numbers(out.getInt(0), out.getInt(Integer.BYTES));
  }

  @Override
  public long slice(long device, int index) throws NvmlException {
    Memory out = scratch.get();
    functions.call("DeviceGetMigDeviceHandleByIndex", new Pointer(device), index, out);
    return out.getLong(0);
  }

  /** One copy there and one back: each single access to native memory is a call of its own. */
  @Override
  public void fields(long device, FieldValues values) throws NvmlException {
    int length = values.size() * FIELD_BYTES;
    Copy copy = copies.get();
    ByteBuffer bytes = copy.bytes;
    for (int i = 0; i < values.size(); i++) {
      int at = i * FIELD_BYTES;
      bytes.putInt(at, values.id(i)).putInt(at + 4, OF_THE_GPU);
    }
    Memory memory = scratch.get();
    memory.write(0, copy.array, 0, length);
    functions.call("DeviceGetFieldValues", new Pointer(device), values.size(), memory);
    memory.read(0, copy.array, 0, length);
    for (int i = 0; i < values.size(); i++) {
      int at = i * FIELD_BYTES;
      int code = bytes.getInt(at + 28);
      values.set(i, code, code == 0 ? NvmlValue.whole(bytes, at + 32, bytes.getInt(at + 24)) : 0);
    }
  }

  @Override
  public int samples(long device, int kind, long lastSeenMicros, DriverSamples into)
      throws NvmlException {
    into.clear();
    Memory memory = scratch.get();
    Pointer type = memory;
    Pointer count = memory.share(Integer.BYTES);
    String call = "DeviceGetSamples";
    // Without a place to put them: how many there may be.
    int code =
        functions.tryCall(
            call, new Pointer(device), kind, lastSeenMicros, type, count, Pointer.NULL);
    if (code == 0) {
      count.setInt(0, Math.min(count.getInt(0), (SCRATCH_BYTES - LIST_START) / SAMPLE_BYTES));
      code =
          functions.tryCall(
              call,
              new Pointer(device),
              kind,
              lastSeenMicros,
              type,
              count,
              memory.share(LIST_START));
    }
    if (code == NvmlCode.NOT_FOUND.number() || code == NvmlCode.NO_DATA.number()) {
      return 0;
    }
    NvmlFunctions.check(call, code);
    Copy copy = copies.get();
    ByteBuffer sample = copy.bytes;
    int valueType = type.getInt(0);
    for (int i = 0; i < count.getInt(0); i++) {
      memory.read(LIST_START + (long) i * SAMPLE_BYTES, copy.array, 0, SAMPLE_BYTES);
      into.add(sample.getLong(0), NvmlValue.whole(sample, Long.BYTES, valueType));
    }
    return into.size();
  }

  @Override
  public int[] memoryClocks(long device) throws NvmlException {
    Memory memory = scratch.get();
    Pointer list = emptyList(memory);
    functions.call("DeviceGetSupportedMemoryClocks", new Pointer(device), memory, list);
    return memory.getIntArray(LIST_START, memory.getInt(0));
  }

  @Override
  public int[] coreClocks(long device, int memoryMegahertz) throws NvmlException {
    Memory memory = scratch.get();
    Pointer list = emptyList(memory);
    functions.call(
        "DeviceGetSupportedGraphicsClocks", new Pointer(device), memoryMegahertz, memory, list);
    return memory.getIntArray(LIST_START, memory.getInt(0));
  }

  @Override
  public int[] computeProcesses(long device) throws NvmlException {
    return processes("DeviceGetComputeRunningProcesses", device);
  }

  @Override
  public int[] graphicsProcesses(long device) throws NvmlException {
    return processes("DeviceGetGraphicsRunningProcesses", device);
  }

  /** Ids of the processes; by the older form of the call where the newer one is not there. */
  private int[] processes(String call, long device) throws NvmlException {
    Memory memory = scratch.get();
    int missing = NvmlCode.FUNCTION_NOT_FOUND.number();
    int code = missing;
    for (int version = 3; version >= 2 && code == missing; version--) {
      Pointer list = emptyList(memory);
      code = functions.tryCall(call + "_v" + version, new Pointer(device), memory, list);
    }
    NvmlFunctions.check(call, code);
    int[] ids = new int[memory.getInt(0)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = memory.getInt(LIST_START + (long) i * PROCESS_BYTES);
    }
    return ids;
  }

  /**
   * A list in the scratch memory, with room for as many of the largest element as there is: how
   * many there may be, and are, stands before it.
   */
  private static Pointer emptyList(Memory memory) {
    memory.setInt(0, (int) ((memory.size() - LIST_START) / PROCESS_BYTES));
    return memory.share(LIST_START);
  }

  @Override
  public boolean hasGpm(long device) throws NvmlException {
    Memory memory = scratch.get();
    memory.setInt(0, GPM_VERSION);
    memory.setInt(4, 0);
    functions.call("GpmQueryDeviceSupport", new Pointer(device), memory);
    return memory.getInt(4) != 0;
  }

  @Override
  public long newGpmSample() throws NvmlException {
    Memory out = scratch.get();
    functions.call("GpmSampleAlloc", out);
    return out.getLong(0);
  }

  @Override
  public void freeGpmSample(long sample) {
    int unused = functions.tryCall("GpmSampleFree", new Pointer(sample));
  }

  @Override
  public void takeGpmSample(long device, long sample) throws NvmlException {
    functions.call("GpmSampleGet", new Pointer(device), new Pointer(sample));
  }

  @Override
  public void gpmMetrics(long earlier, long later, GpmMetrics metrics) throws NvmlException {
    Memory memory = scratch.get();
    memory.clear(GPM_HEAD_BYTES + (long) metrics.size() * GPM_METRIC_BYTES);
    memory.setInt(0, GPM_VERSION);
    memory.setInt(4, metrics.size());
    memory.setLong(8, earlier);
    memory.setLong(16, later);
    for (int i = 0; i < metrics.size(); i++) {
      memory.setInt(GPM_HEAD_BYTES + (long) i * GPM_METRIC_BYTES, metrics.id(i));
    }
    functions.call("GpmMetricsGet", memory);
    for (int i = 0; i < metrics.size(); i++) {
      long at = GPM_HEAD_BYTES + (long) i * GPM_METRIC_BYTES;
      metrics.set(i, memory.getInt(at + 4), memory.getDouble(at + 8));
    }
  }

  @Override
  public void lockClocks(long device, ClockDomain domain, int lowest, int highest)
      throws NvmlException {
    functions.call(domain.lockCall(), new Pointer(device), lowest, highest);
  }

  @Override
  public void unlockClocks(long device, ClockDomain domain) throws NvmlException {
    functions.call(domain.resetCall(), new Pointer(device));
  }

  @Override
  public void setPowerLimit(long device, int milliwatts) throws NvmlException {
    functions.call("DeviceSetPowerManagementLimit", new Pointer(device), milliwatts);
  }
}
