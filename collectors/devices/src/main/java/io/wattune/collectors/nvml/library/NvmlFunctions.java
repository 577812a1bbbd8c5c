package io.wattune.collectors.nvml.library;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a loaded library, looked up by name when they are first called. Not JNA's direct
 * mapping: that one refuses a library whole if one function is missing, as older drivers do, and
 * the half microsecond that it saves is far below what a driver call takes.
 */
final class NvmlFunctions {
  private static final String PREFIX = "nvml";

  private final NativeLibrary library;
  private final ConcurrentMap<String, Optional<Function>> functions = new ConcurrentHashMap<>();

  private NvmlFunctions(NativeLibrary library) {
    this.library = library;
  }

  static NvmlFunctions load(String name) throws NvmlException {
    try {
      return new NvmlFunctions(NativeLibrary.getInstance(name));
    } catch (LinkageError e) { // The library, or what JNA itself needs of the machine.
      throw new NvmlException("Init_v2", NvmlCode.LIBRARY_NOT_FOUND.number(), e);
    }
  }

  /** Calls a function that returns an NVML code. */
  void call(String name, @Nullable Object... arguments) throws NvmlException {
    check(name, tryCall(name, arguments));
  }

  /**
   * Calls a function and returns its code; FUNCTION_NOT_FOUND where the library does not have it.
   */
  int tryCall(String name, @Nullable Object... arguments) {
    Optional<Function> function = functions.computeIfAbsent(name, this::find);
    return function.isPresent()
        ? function.get().invokeInt(arguments)
        : NvmlCode.FUNCTION_NOT_FOUND.number();
  }

  private Optional<Function> find(String name) {
    try {
      return Optional.of(library.getFunction(PREFIX + name));
    } catch (UnsatisfiedLinkError e) {
      return Optional.empty();
    }
  }

  static void check(String name, int code) throws NvmlException {
    if (code != NvmlCode.SUCCESS.number()) {
      throw new NvmlException(name, code);
    }
  }
}
