package io.wattune.core.serving;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * The part of a device's units that a server has from its start to its end: an NVIDIA GPU gives one
 * by MPS, as a percentage of its multiprocessors, or as a MIG slice, which has memory of its own,
 * too. Neither changes while the server runs. Test: {@code DeviceShareTest}.
 *
 * @param name the percentage, or the slice's name as the driver has it, such as 3g.71gb
 */
public record DeviceShare(String name) {
  private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3})?");
  private static final Pattern SLICE =
      Pattern.compile("([0-9]{1,2}c\\.)?[0-9]{1,2}g\\.[0-9]{1,4}gb([+-][a-z.]{1,16}){0,4}");

  /** The variable from which a program under MPS takes its percentage. */
  private static final String MPS_VARIABLE = "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE";

  /** All of it, as MPS says it. */
  public static final DeviceShare ALL = new DeviceShare("100");

  public DeviceShare {
    if (isPercent(name)) {
      BigDecimal percent = new BigDecimal(name);
      if (percent.signum() <= 0 || percent.compareTo(BigDecimal.valueOf(100)) > 0) {
        throw wrong(name);
      }
      name = percent.stripTrailingZeros().toPlainString();
    } else if (!SLICE.matcher(name).matches()) {
      throw wrong(name);
    }
  }

  private static boolean isPercent(String name) {
    return PERCENT.matcher(name).matches();
  }

  private static IllegalArgumentException wrong(String name) {
    return new IllegalArgumentException(
        "a share is a percentage above 0, at most 100, or a MIG slice such as 3g.71gb, was '"
            + name
            + "'");
  }

  /** What is set for a server's next start. */
  String toSet() {
    return isPercent(name) ? MPS_VARIABLE + "=" + name : "the MIG slice " + name;
  }
}
