package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.SysTree;
import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Masks of compute units for a program that is launched on this machine's GPUs. */
public final class ComputeUnits {
  private final SysTree tree;

  /** Of the GPUs of this machine. */
  public ComputeUnits() {
    this(SysTree.MACHINE);
  }

  /** Of the GPUs of a tree. */
  public ComputeUnits(SysTree tree) {
    this.tree = tree;
  }

  /**
   * Value of {@link CuMask#HSA_VARIABLE} that leaves a program a number of units of each GPU.
   *
   * @param count how many of each GPU
   * @param areGpusChosen whether the program sees some GPUs only, which numbers them anew: all must
   *     have the same mask then
   * @throws DeviceException where a GPU has no such mask, or how its units lie is not known
   */
  public String mask(CuPlacement placement, int count, boolean areGpusChosen)
      throws DeviceException {
    List<String> masks = new ArrayList<>();
    Set<String> different = new HashSet<>();
    for (AmdCard card : AmdCard.all(tree)) {
      KfdNode node = KfdNode.of(card).orElse(null);
      if (node != null) {
        CuMask mask = mask(card, node, placement, count);
        masks.add(mask.hsaText(node.index()));
        different.add(mask.rocText() + "/" + mask.units());
      }
    }
    if (masks.isEmpty()) {
      throw new DeviceException(
          "no AMD GPU of this machine runs programs: a mask of compute units needs one, and its"
              + " compute driver (amdkfd)");
    }
    if (areGpusChosen && different.size() > 1) {
      throw new DeviceException(
          "the GPUs of this machine have different compute units, and which of them the program"
              + " sees is chosen by ROCR_VISIBLE_DEVICES: set "
              + CuMask.HSA_VARIABLE
              + " by hand");
    }
    return String.join(";", masks);
  }

  private static CuMask mask(AmdCard card, KfdNode node, CuPlacement placement, int count)
      throws DeviceException {
    CuLayout layout = node.layout().orElse(null);
    if (layout == null) {
      throw new DeviceException(
          "how the compute units of the GPU at "
              + card.address()
              + " lie is not known (its arrays are not alike, or it has several dies), so that no"
              + " mask of them is certain");
    }
    if (count < 1 || count > layout.units() || count % layout.together() != 0) {
      throw new DeviceException(
          "the GPU at %s has %s compute units, masked %s: %s of them cannot be chosen"
              .formatted(
                  card.address(),
                  layout.units(),
                  layout.together() == 1 ? "one by one" : layout.together() + " together",
                  count));
    }
    return CuMask.of(layout, placement, count);
  }
}
