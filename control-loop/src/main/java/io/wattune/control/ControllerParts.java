package io.wattune.control;

import io.wattune.core.loop.DeviceLoop;
import io.wattune.schemas.codec.SchemaStore;
import java.util.function.Supplier;

/**
 * What the tasks of a controller share, or make for themselves.
 *
 * @param options how it runs
 * @param counters where all of them count
 * @param holds what they look up
 * @param sizes the same, of servers' kernels
 * @param loop makes the loop of one task
 * @param schemas opens the schemas for one task, which closes them if they can be closed
 */
record ControllerParts(
    ControllerOptions options,
    ControllerCounters counters,
    HoldBoard holds,
    RightSizeBoard sizes,
    Supplier<DeviceLoop> loop,
    Supplier<SchemaStore> schemas) {}
