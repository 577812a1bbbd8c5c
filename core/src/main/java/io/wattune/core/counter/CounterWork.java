package io.wattune.core.counter;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Rates of work from a device's own counters, for programs that report none.
 *
 * <p>A program that does the same computation executes the same instructions and moves the same
 * bytes, at whatever clocks. So instructions per second and bytes per second both are proportional
 * to its rate of work:
 *
 * <pre>
 *   compute = share of time that the busiest pipe was busy x clock of the compute units
 *   memory  = bytes read and written / time, or
 *             share of the memory's peak bandwidth x clock of the memory
 * </pre>
 *
 * <p>The peak bandwidth is proportional to the memory's clock, so the second form of memory is
 * bytes per second in a unit of the device's own. Sources: the roofline model (Williams, Waterman,
 * Patterson, CACM 52(4), 2009) for the two rates that bound a program; NVIDIA's definitions of pipe
 * and DRAM activity as shares of cycles (DCGM, profiling metrics; nvml.h, GPM).
 *
 * <p>What follows, and what does not. A kernel that is bound by memory shows a pipe that is busier
 * at a lower clock, and the same compute rate: none is lost. The two rates of one program fall by
 * the same share; where they do not, the program did something else, and who judges takes the one
 * that fell most for the work's. Neither holds where the program changes what it does with the
 * clock (spinning while it waits executes instructions without work: the rate then falls less than
 * the work, which is the error on the unsafe side), where caches hold more or less of the data, or
 * where another program runs beside it.
 *
 * <p>Errors. Resolution: shares of GPM and DCGM are fine, 1e-4 at worst; AMD's driver gives whole
 * per cent, a standard error of 0.01 / sqrt(12), and a sample, not a mean: single readings scatter,
 * and means over many do not. Clock: it is the one at the interval's end, exact where it is locked;
 * where the device changes it by itself, the error is that of the clock. A share below {@link
 * #LEAST_SHARE} is no signal: it is that of other things, such as the display or the copy engines.
 * AMD's share of a busy GPU is none either: it says that anything ran, not how much, and a kernel
 * that is bound by memory would seem to lose what the clock loses.
 */
public final class CounterWork {
  /** Of time, below which a pipe or the memory says nothing of a program. */
  public static final double LEAST_SHARE = 0.05;

  private static final List<String> CORE_CLOCKS =
      List.of(CounterName.GRAPHICS_CLOCK, CounterName.SM_CLOCK, CounterName.CORE_CLOCK);
  private static final List<String> MEMORY_CLOCKS =
      List.of(CounterName.CURRENT_MEMORY_CLOCK, CounterName.MEMORY_CLOCK);

  private CounterWork() {}

  /** The rates of a reading; {@link CounterRates#NONE} where its counters say none. */
  public static CounterRates rates(CounterReading reading) {
    OptionalDouble pipe = share(reading, CounterName.VALU_BUSY);
    OptionalDouble compute = product(pipe, first(reading, CORE_CLOCKS));
    OptionalDouble bytes = bytesPerSecond(reading);
    OptionalDouble bandwidth = share(reading, CounterName.IC_ACTIVITY);
    OptionalDouble coarse = share(reading, CounterName.MEMORY_BUSY);
    OptionalDouble used = bandwidth.isPresent() ? bandwidth : coarse;
    OptionalDouble memory =
        bytes.isPresent() ? bytes : product(used, first(reading, MEMORY_CLOCKS));
    return new CounterRates(compute, memory);
  }

  /** A share of time that is large enough to be a program's. */
  private static OptionalDouble share(CounterReading reading, String counter) {
    OptionalDouble share = reading.value(counter);
    return share.isPresent() && share.getAsDouble() >= LEAST_SHARE && share.getAsDouble() <= 1.5
        ? share
        : OptionalDouble.empty();
  }

  private static OptionalDouble bytesPerSecond(CounterReading reading) {
    OptionalDouble read = reading.value(CounterName.READ_BYTES);
    OptionalDouble written = reading.value(CounterName.WRITTEN_BYTES);
    if (read.isEmpty() || written.isEmpty() || !(reading.seconds() > 0)) {
      return OptionalDouble.empty();
    }
    double bytes = read.getAsDouble() + written.getAsDouble();
    OptionalDouble peak = reading.value(CounterName.PEAK_BYTES);
    boolean isTooFew = peak.isPresent() && bytes < LEAST_SHARE * peak.getAsDouble();
    return bytes > 0 && !isTooFew
        ? OptionalDouble.of(bytes / reading.seconds())
        : OptionalDouble.empty();
  }

  private static OptionalDouble first(CounterReading reading, List<String> counters) {
    for (String counter : counters) {
      OptionalDouble value = reading.value(counter);
      if (value.isPresent() && value.getAsDouble() > 0) {
        return value;
      }
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble product(OptionalDouble a, OptionalDouble b) {
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of(a.getAsDouble() * b.getAsDouble())
        : OptionalDouble.empty();
  }
}
