package io.wattune.collectors.run;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the signals that ask a process to stop on to the command, so that the command decides, and
 * this process lives to say what it took. A Ctrl-C at a terminal goes to all processes in its
 * foreground: the command has it already then, and does not get it twice.
 *
 * <p>The class that the JDK handles signals with, {@code sun.misc.Signal}, is of its module {@code
 * jdk.unsupported}, which compilers warn of; so it is called by its name. Where it is missing the
 * JVM ends at a signal as it always does.
 */
final class PassedSignals implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PassedSignals.class);
  private static final String INTERRUPT = "INT";
  private static final List<String> NAMES = List.of(INTERRUPT, "TERM", "HUP");

  private static final int GROUP = 2;
  private static final int TERMINAL = 4;
  private static final int FOREGROUND = 5;

  /** Signals that came before there was a process. */
  private final List<String> early = new ArrayList<>();

  private @Nullable Process process;

  /** What handled each signal before, by its name. */
  private final Map<String, Object> before = new LinkedHashMap<>();

  private PassedSignals() {}

  /** Takes signals from now on, for the process that comes. */
  static PassedSignals install() {
    var signals = new PassedSignals();
    signals.handle(
        (proxy, method, arguments) -> {
          if (method.getName().equals("handle") && arguments != null) {
            signals.take(name(arguments[0]));
          }
          return null;
        });
    return signals;
  }

  /** Passes them on to this process, those that have come already, too. */
  synchronized void to(Process started) {
    process = started;
    early.forEach(name -> pass(name, started));
    early.clear();
  }

  private synchronized void take(String name) {
    if (process == null) {
      early.add(name);
    } else {
      pass(name, process);
    }
  }

  private void handle(InvocationHandler handler) {
    try {
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              PassedSignals.class.getClassLoader(), new Class<?>[] {handlerType}, handler);
      for (String name : NAMES) {
        before.put(name, install(name, proxy));
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("signals are not passed on", e);
    }
  }

  /** Installs a handler; returns the one before. */
  private static Object install(String name, Object handler) throws ReflectiveOperationException {
    Class<?> signalType = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    Object signal = signalType.getConstructor(String.class).newInstance(name);
    return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
  }

  private static String name(Object signal) {
    return signal.toString().replaceFirst("^SIG", "");
  }

  private static void pass(String name, Process process) {
    if (name.equals(INTERRUPT) && isInForeground()) {
      return;
    }
    try {
      // The shell's own: not every machine has a program for it.
      String order = "kill -s " + name + " " + process.pid();
      Process unused = new ProcessBuilder("sh", "-c", order).start();
    } catch (IOException e) {
      LOG.debug("no shell passes {} on", name, e);
      process.destroy();
    }
  }

  /**
   * Whether this process has a terminal that sends its signals to it: fields 5, 7 and 8 of {@code
   * /proc/self/stat}, counted behind the name in brackets (proc(5)).
   */
  private static boolean isInForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return !fields[TERMINAL].equals("0") && fields[GROUP].equals(fields[FOREGROUND]);
    } catch (IOException | IndexOutOfBoundsException e) {
      return hasTerminal();
    }
  }

  /** Where there is no {@code /proc}: only who has a terminal can open it by this name. */
  private static boolean hasTerminal() {
    try {
      Files.newByteChannel(Path.of("/dev/tty")).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The JVM ends at a signal again. */
  @Override
  public void close() {
    before.forEach(
        (name, handler) -> {
          try {
            Object unused = install(name, handler);
          } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("signals are still passed on", e);
          }
        });
  }
}
