package io.wattune.collectors.nvml.library;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * The calls that fill a list, in the scratch memory of the calling thread: how many there may be,
 * and are, from 0, the list from 8. Layouts, as {@link NvmlLibrary} has the others:
 *
 * <pre>
 * nvmlProcessInfo_t  24 B  pid 0, usedGpuMemory 8, gpuInstanceId 16, computeInstanceId 20
 * </pre>
 */
final class ListCalls {
  private static final int START = 8;
  private static final int PROCESS_BYTES = 24;

  private final NvmlFunctions functions;

  ListCalls(NvmlFunctions functions) {
    this.functions = functions;
  }

  int[] memoryClocks(long device, Memory memory) throws NvmlException {
    Pointer list = empty(memory);
    functions.call("DeviceGetSupportedMemoryClocks", new Pointer(device), memory, list);
    return memory.getIntArray(START, memory.getInt(0));
  }

  int[] coreClocks(long device, int memoryMegahertz, Memory memory) throws NvmlException {
    Pointer list = empty(memory);
    functions.call(
        "DeviceGetSupportedGraphicsClocks", new Pointer(device), memoryMegahertz, memory, list);
    return memory.getIntArray(START, memory.getInt(0));
  }

  /** Ids of the processes; by the older form of the call where the newer one is not there. */
  int[] processes(String call, long device, Memory memory) throws NvmlException {
    int code = NvmlCode.FUNCTION_NOT_FOUND.number();
    for (int version = 3; version >= 2 && isMissing(code); version--) {
      Pointer list = empty(memory);
      code = functions.tryCall(call + "_v" + version, new Pointer(device), memory, list);
    }
    NvmlFunctions.check(call, code);
    int[] ids = new int[memory.getInt(0)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = memory.getInt(START + (long) i * PROCESS_BYTES);
    }
    return ids;
  }

  private static boolean isMissing(int code) {
    return code == NvmlCode.FUNCTION_NOT_FOUND.number();
  }

  /** A list with room for as many of the largest element as there is memory. */
  private static Pointer empty(Memory memory) {
    memory.setInt(0, (int) ((memory.size() - START) / PROCESS_BYTES));
    return memory.share(START);
  }
}
