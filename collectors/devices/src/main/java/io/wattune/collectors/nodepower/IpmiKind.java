package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The meter of a node by its management controller, asked by the program {@code ipmitool}.
 *
 * <p>Settings, all optional: {@code command}, {@code ipmitool} without it; {@code host}, {@code
 * user} and {@code passwordFile} for a controller over the network, and there {@code port}, {@code
 * cipherSuite} and {@code privilege}; {@code pollPeriodMillis}, 5000 without it.
 */
public final class IpmiKind implements DeviceKind {
  /** The kind's name. */
  public static final String NAME = "ipmi";

  private static final String COMMAND = "command";
  private static final String HOST = "host";
  private static final String USER = "user";
  private static final String PASSWORD = "passwordFile";
  private static final String PORT = "port";
  private static final String CIPHER = "cipherSuite";
  private static final String PRIVILEGE = "privilege";

  /** A session of IPMI is opened for at most so much; the least that DCMI's power needs is USER. */
  private static final Set<String> PRIVILEGES = Set.of("USER", "OPERATOR", "ADMINISTRATOR");

  private static final int MOST_PORT = 65_535;
  private static final int MOST_CIPHER = 255; // One byte in IPMI 2.0, table 22-20.
  private static final String PROGRAM = "ipmitool";
  private static final long LIMIT_MILLIS = 5_000;
  private static final long FIND_LIMIT_MILLIS = 2_000;
  static final String SIGNAL = "dcmi.power";

  private final Path controller;
  private final String program;

  /** The controller of this machine. */
  public IpmiKind() {
    this(Path.of("/dev/ipmi0"), PROGRAM);
  }

  /**
   * A controller.
   *
   * @param controller its device file
   * @param program what asks it
   */
  IpmiKind(Path controller, String program) {
    this.controller = controller;
    this.program = program;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Discovery find() {
    if (!Files.exists(controller)) {
      return new Discovery(
          List.of(),
          List.of(
              Finding.note(
                  "no management controller is at "
                      + controller
                      + ": the node's own power is not read; load ipmi_si and ipmi_devintf, or name"
                      + " it in the node's file with the kind redfish")));
    }
    if (!Files.isReadable(controller) || !Files.isWritable(controller)) {
      return new Discovery(
          List.of(),
          List.of(
              Finding.missing(
                  controller + " may only be used by root",
                  "let a udev rule give it to the agent's group (KERNEL==\"ipmi0\","
                      + " GROUP=\"wattune\", MODE=\"0660\"), or use the kind redfish; who may use"
                      + " it may also switch the machine off")));
    }
    return asked();
  }

  private Discovery asked() {
    try {
      int milliwatts = new IpmiMeter(List.of(program), FIND_LIMIT_MILLIS).milliwatts();
      var signal =
          new Signal(
              SIGNAL,
              SignalUnit.MILLIWATTS,
              MeterSource.INITIAL_MILLIS * MeterSource.NANOS_PER_MILLI);
      var findings = List.of(Finding.ok("the node takes " + milliwatts / 1_000 + " W"));
      return new Discovery(
          List.of(
              new FoundDevice(
                  NAME,
                  MeterSource.VENDOR,
                  Map.of(),
                  MeterSource.VENDOR,
                  "ipmi meter",
                  "",
                  List.of(signal),
                  List.of(),
                  List.of(),
                  findings)),
          List.of());
    } catch (DeviceException e) {
      return new Discovery(
          List.of(),
          List.of(
              Finding.missing(
                  String.valueOf(e.getMessage()),
                  "see what ipmitool dcmi power reading says, or use the kind redfish")));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Discovery.NOTHING;
    }
  }

  @Override
  public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
      throws DeviceException {
    settings.allowOnly(
        Set.of(COMMAND, HOST, USER, PASSWORD, PORT, CIPHER, PRIVILEGE, MeterSource.PERIOD));
    List<String> command = new ArrayList<>();
    command.add(settings.values().getOrDefault(COMMAND, program));
    if (settings.values().containsKey(HOST)) {
      Path password = settings.requiredPath(PASSWORD);
      SecretFile.check(password);
      // By its file: what is on a command line, everybody on the machine can read.
      command.addAll(
          List.of(
              "-I",
              "lanplus",
              "-H",
              settings.required(HOST),
              "-U",
              settings.required(USER),
              "-f",
              password.toString()));
      addNumber(command, "-p", settings, PORT, 1, MOST_PORT);
      addNumber(command, "-C", settings, CIPHER, 0, MOST_CIPHER);
      addPrivilege(command, settings);
    } else {
      refuseWithoutHost(settings);
    }
    return MeterSource.start(
        settings, "ipmi meter", SIGNAL, new IpmiMeter(command, LIMIT_MILLIS), epochNanos);
  }

  private static void addNumber(
      List<String> command, String option, DeviceSettings settings, String key, int least, int most)
      throws DeviceException {
    if (settings.values().containsKey(key)) {
      long number = settings.wholeNumber(key, least);
      if (number < least || number > most) {
        throw wrong(settings, key, "from " + least + " to " + most);
      }
      command.addAll(List.of(option, Long.toString(number)));
    }
  }

  private static void addPrivilege(List<String> command, DeviceSettings settings)
      throws DeviceException {
    String privilege = settings.values().get(PRIVILEGE);
    if (privilege != null) {
      if (!PRIVILEGES.contains(privilege)) {
        throw wrong(settings, PRIVILEGE, "USER, OPERATOR or ADMINISTRATOR");
      }
      command.addAll(List.of("-L", privilege));
    }
  }

  /** The controller of this machine has none of them: whoever wrote one meant another one. */
  private static void refuseWithoutHost(DeviceSettings settings) throws DeviceException {
    for (String key : List.of(USER, PASSWORD, PORT, CIPHER, PRIVILEGE)) {
      if (settings.values().containsKey(key)) {
        throw DeviceException.ofTheFile(
            ("setting '%s' of device '%s' is for a controller over the network, and "
                    + "'host' is missing")
                .formatted(key, settings.device()));
      }
    }
  }

  private static DeviceException wrong(DeviceSettings settings, String key, String expected) {
    return DeviceException.ofTheFile(
        "setting '%s' of device '%s' must be %s, was '%s'"
            .formatted(key, settings.device(), expected, settings.values().get(key)));
  }

  @Override
  public DeviceControls openControls(DeviceSettings settings) {
    return new NoControls(settings.device());
  }
}
