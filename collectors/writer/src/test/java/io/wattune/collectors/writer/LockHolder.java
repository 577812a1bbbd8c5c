package io.wattune.collectors.writer;

import io.wattune.testkit.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that may only read a lock's file, and waits for a lock that keeps writers out. */
final class LockHolder {
  private LockHolder() {}

  /** Returns when it has the file open. */
  static Process start(Path lock) throws IOException {
    Process process =
        TestJvm.process(
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                lock.toString())
            .redirectErrorStream(true)
            .start();
    var output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = output.readLine();
    if (!"waits".equals(line)) {
      throw new IOException("it does not wait for the lock: " + line);
    }
    return process;
  }

  /** The process itself. */
  public static void main(String[] arguments) throws Exception {
    try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ)) {
      System.out.println("waits");
      try (var lock = channel.lock(0, Long.MAX_VALUE, true)) {
        System.in.read();
        lock.release();
      }
    }
  }
}
