package io.wattune.testbed.register;

import java.nio.file.Path;

/** A second process at the same registers: writes one control, says so, and waits to be killed. */
final class RegisterProcess {

  private RegisterProcess() {}

  public static void main(String[] arguments) throws Exception {
    var registers = ControlRegisters.open(Path.of(arguments[0]));
    int control = registers.control(arguments[1]);
    System.out.println(registers.runningActivity().orElse("nothing"));
    registers.write(control, Long.parseLong(arguments[2]));
    System.out.println("written");
    System.in.read();
  }
}
