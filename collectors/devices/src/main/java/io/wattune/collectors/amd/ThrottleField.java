package io.wattune.collectors.amd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What {@code gpu_metrics} 1.3 (from 2021 on, MI200 and RDNA) says of throttling: one number whose
 * bits mean the same on every GPU (kgd_pp_interface.h, amdgpu_smu.h). The bits of other versions
 * are numbered by each GPU in its own way: they are not read. The bits of power limits, 0 to 15,
 * are left out: a limit is a setting. Test: {@code AmdControlsTest}.
 */
final class ThrottleField {
  private static final int SIZE = 120;
  private static final int OFFSET = 112;
  private static final long CURRENT = 0xFF_0000L;
  private static final long TEMPERATURE = 0xFFFF_0000_0000L;

  private ThrottleField() {}

  /** What slows the GPU down, for people; null where nothing does or the table does not say. */
  static @Nullable String slowdowns(byte[] table) {
    if (table.length != SIZE) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
    long bits = buffer.getLong(OFFSET);
    if (buffer.getShort(0) != SIZE || buffer.get(2) != 1 || buffer.get(3) != 3 || bits == -1) {
      return null; // All ones: the driver does not fill it.
    }
    boolean isHot = (bits & TEMPERATURE) != 0;
    boolean isCurrent = (bits & CURRENT) != 0;
    return isHot ? isCurrent ? "heat, current" : "heat" : isCurrent ? "current" : null;
  }
}
