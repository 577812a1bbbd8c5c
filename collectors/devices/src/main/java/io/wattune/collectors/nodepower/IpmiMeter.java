package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Power of a node by {@code ipmitool dcmi power reading}. Its answer is taken strictly: the line
 * {@code Instantaneous power reading: 220 Watts}, and {@code Power reading state is: activated}.
 *
 * @param command the program with its options for the way to the controller
 * @param limitMillis how long it may take
 */
record IpmiMeter(List<String> command, long limitMillis) implements NodeMeter {
  private static final List<String> QUESTION = List.of("dcmi", "power", "reading");
  private static final Pattern READING =
      Pattern.compile("(?m)^\\s*Instantaneous power reading:\\s+([0-9]{1,6}) Watts\\s*$");
  private static final Pattern STATE =
      Pattern.compile("(?m)^\\s*Power reading state is:\\s+(\\S+)\\s*$");
  private static final int MOST_SHOWN = 200;

  IpmiMeter {
    command = List.copyOf(command);
  }

  @Override
  public int milliwatts() throws DeviceException, InterruptedException {
    return parse(run());
  }

  /** Milliwatts of the program's answer. */
  static int parse(String answer) throws DeviceException {
    Matcher reading = READING.matcher(answer);
    Matcher state = STATE.matcher(answer);
    if (!reading.find() || !state.find()) {
      throw new DeviceException(
          "the answer of ipmitool is not understood: '" + shown(answer) + "'");
    }
    if (!state.group(1).equals("activated")) {
      throw new DeviceException(
          "the controller's power reading is '" + state.group(1) + "'; activate it in its set-up");
    }
    int watts = Integer.parseInt(reading.group(1));
    if (watts == 0) {
      throw new DeviceException("the controller says 0 W, as one without a meter does");
    }
    return watts * 1_000;
  }

  private String run() throws DeviceException, InterruptedException {
    var words = new java.util.ArrayList<>(command);
    words.addAll(QUESTION);
    Process process = start(words);
    try {
      process.getOutputStream().close();
      if (!process.waitFor(limitMillis, TimeUnit.MILLISECONDS)) {
        throw new DeviceException(
            "%s does not answer within %s ms%s"
                .formatted(
                    command.get(0),
                    limitMillis,
                    command.contains("-C") || !command.contains("-H")
                        ? ""
                        : "; where it spends that on asking for cipher suites, name one, such as"
                            + " \"cipherSuite\": \"17\""));
      }
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new DeviceException(
            "%s ends with %s: '%s%s"
                .formatted(
                    command.get(0),
                    process.exitValue(),
                    shown(answer),
                    command.contains("-H")
                        ? "'; check host, user, passwordFile, and that the user may use IPMI over LAN"
                        : "'; it needs /dev/ipmi0, which is root's, or the setting host"));
      }
      return answer;
    } catch (IOException e) {
      throw new DeviceException(
          "the answer of " + command.get(0) + " cannot be read: " + FailureWords.of(e), e);
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(List<String> words) throws DeviceException {
    try {
      var builder = new ProcessBuilder(words).redirectErrorStream(true);
      builder.environment().put("LC_ALL", "C");
      return builder.start();
    } catch (IOException e) {
      throw new DeviceException(
          command.get(0) + " cannot be started; install ipmitool: " + e.getMessage(), e);
    }
  }

  private static String shown(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "...";
  }
}
