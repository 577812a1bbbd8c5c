package io.wattune.testbed.krisp;

import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerKernel;
import io.wattune.testbed.server.ServerModel;

/**
 * What a profile of a model says: the least units with which it, and each of its kernels, is within
 * 1 % of its time on the whole GPU (Chow 2023, section 3.3.2).
 *
 * @param model units of the model as a whole
 * @param kernels units of each of its kernels, in their order
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
record ModelSizes(int model, int[] kernels) {
  static ModelSizes of(ServerModel model) {
    int[] kernels = new int[model.kernels().size()];
    for (int i = 0; i < kernels.length; i++) {
      ServerKernel kernel = model.kernels().get(i);
      kernels[i] = Mi50.rightSize(kernel::seconds);
    }
    return new ModelSizes(Mi50.rightSize(model::seconds), kernels);
  }
}
