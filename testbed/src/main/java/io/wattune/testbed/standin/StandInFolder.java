package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the simulated devices of one machine are.
 *
 * @param path the folder
 */
public record StandInFolder(Path path) {

  /**
   * A device of the folder.
   *
   * @param kind how it is reached
   * @param uuid its uuid
   * @param place its place in the page, by which load programs name it
   */
  public record Device(StandInKind kind, String uuid, int place) {}

  /** The page of memory that all processes share. */
  public Path page() {
    return path.resolve("devices.page");
  }

  /** NVIDIA's library; the folder is what {@code LD_LIBRARY_PATH} has to name. */
  public Path library() {
    return path.resolve("libnvidia-ml.so.1");
  }

  /** The tree of files that stands for {@code /sys}. */
  public Path sysfs() {
    return path.resolve("sys");
  }

  /** What the devices really took, see {@link TruthLog}. */
  public Path truthLog() {
    return path.resolve("truth.csv");
  }

  /** The devices, once they are there. */
  public List<Device> devices() throws IOException {
    List<DeviceBlock> blocks = DevicePage.open(page()).devices();
    return java.util.stream.IntStream.range(0, blocks.size())
        .mapToObj(i -> new Device(blocks.get(i).kind(), blocks.get(i).uuid(), i))
        .toList();
  }

  /** What is set on a device now. */
  public Registers registers(Device device) throws IOException {
    return block(device).registers();
  }

  /** What the device had when it was new. */
  public Registers own(Device device) throws IOException {
    return block(device).own();
  }

  /** What the device really has taken and done. */
  public DeviceTruth truth(Device device) throws IOException {
    return block(device).truth();
  }

  private DeviceBlock block(Device device) throws IOException {
    return DevicePage.open(page()).devices().get(device.place());
  }
}
