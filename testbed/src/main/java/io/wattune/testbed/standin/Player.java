package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Plays the devices of a folder: each turn reads what is set and asked for, goes on to the present
 * with it, and shows how things are. For one thread.
 */
final class Player implements AutoCloseable {
  private static final long LOOK_NANOS = 100_000_000L;

  /** A device, how it is seen, and what runs on it. */
  private record Played(
      SimulatedDevice device,
      DeviceBlock block,
      DeviceFace face,
      Map<ProgramSlot, Program> programs) {}

  private final DevicePage page;
  private final List<Played> devices = new ArrayList<>();
  private final TruthLog truth;
  private long lookNanos;
  private final long truthPeriodNanos;
  private long truthNanos;

  /** Makes the folder's files; whatever is there of another run goes. */
  Player(StandInFolder folder, List<StandInKind> kinds, long truthPeriodNanos, long nowNanos)
      throws IOException {
    this.truthPeriodNanos = truthPeriodNanos;
    Path sysfs = Files.createDirectories(folder.sysfs());
    Path drafts = Files.createDirectories(folder.path().resolve("drafts"));
    List<NewDevice> made = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    Map<StandInKind, Integer> counts = new HashMap<>();
    for (StandInKind kind : kinds) {
      int number = counts.merge(kind, 1, Integer::sum) - 1;
      numbers.add(number);
      made.add(new NewDevice(kind, uuid(kind, number), Cards.of(kind)));
    }
    Path draft = drafts.resolve("devices.page");
    this.page = DevicePage.create(draft, made);
    this.truth = new TruthLog(folder.truthLog());
    for (int i = 0; i < made.size(); i++) {
      NewDevice each = made.get(i);
      DeviceBlock block = page.devices().get(i);
      DeviceFace face =
          switch (each.kind()) {
            case NVIDIA -> new LibraryFace(block);
            case AMD -> new AmdFace(sysfs, drafts, numbers.get(i), each);
            case POWERCAP -> new PowercapFace(sysfs, drafts, numbers.get(i), each.model());
          };
      var device = new SimulatedDevice(each.model(), i, nowNanos);
      devices.add(new Played(device, block, face, new HashMap<>()));
      // Whoever sees the page sees devices that show something.
      block.publish(device, nowNanos);
      face.show(device, nowNanos);
    }
    DevicePage.place(draft, folder.page());
  }

  /** What a device is called: as the product's device kind finds it. */
  private static String uuid(StandInKind kind, int number) {
    return switch (kind) {
      case NVIDIA -> String.format(Locale.ROOT, "GPU-57617474-756e-4e00-8000-%012x", number + 1);
      case AMD -> String.format(Locale.ROOT, "577474756e%06x", number + 1);
      case POWERCAP -> "cpu-" + PowercapFace.name(number);
    };
  }

  /**
   * Goes on.
   *
   * @param nowNanos of the clock that only goes forward
   * @param epochNanos the time of day, for the log of the truth
   */
  void turn(long nowNanos, long epochNanos) throws IOException {
    boolean looks = nowNanos - lookNanos >= LOOK_NANOS;
    lookNanos = looks ? nowNanos : lookNanos;
    boolean logs = nowNanos - truthNanos >= truthPeriodNanos;
    truthNanos = logs ? nowNanos : truthNanos;
    for (int i = 0; i < devices.size(); i++) {
      Played each = devices.get(i);
      programs(each, looks);
      Registers set = each.face.registers();
      if (!set.equals(each.block.registers())) {
        each.block.set(set); // So that tests find the registers of all kinds in one place.
      }
      each.device.set(set);
      each.device.advance(nowNanos, List.copyOf(each.programs.values()));
      each.programs.forEach((slot, program) -> slot.deliver(program.delivered()));
      each.block.publish(each.device, nowNanos);
      each.face.show(each.device, nowNanos);
      if (logs) {
        truth.add(epochNanos, i, each.device, set);
      }
    }
    if (looks) {
      truth.flush();
    }
    page.beat();
  }

  private static void programs(Played played, boolean looks) {
    for (ProgramSlot slot : played.block.programs()) {
      long pid = slot.pid();
      if (pid != 0 && looks && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
        slot.free();
        played.programs.remove(slot);
      } else if (pid != 0) {
        played
            .programs
            .computeIfAbsent(slot, unused -> new Program())
            .ask(slot.requested(), slot.mix());
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Played each : devices) {
      each.face.close();
    }
    truth.close();
  }
}
