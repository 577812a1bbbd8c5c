package io.wattune.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How tests start a JVM: quickly. Most of what such a process computes is its start. One compiler
 * takes half of what two take, and class files that javac has just written need no verification,
 * which is a tenth of the rest. What is delivered starts with the options of its users in {@code
 * .ci/packed}.
 */
public final class TestJvm {
  /** Options of the JVM. */
  public static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  private TestJvm() {}

  /** The program. */
  public static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The program with the options and these arguments. */
  public static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program()));
    command.addAll(OPTIONS);
    command.addAll(List.of(arguments));
    return command;
  }

  /** A process of that. */
  public static ProcessBuilder process(String... arguments) {
    return new ProcessBuilder(command(arguments));
  }
}
