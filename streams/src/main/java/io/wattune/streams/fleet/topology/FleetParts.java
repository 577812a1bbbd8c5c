package io.wattune.streams.fleet.topology;

import io.wattune.schemas.codec.SchemaStore;
import java.util.function.Supplier;

/**
 * What the tasks of a view share, or make for themselves.
 *
 * @param settings how it runs
 * @param counters where all of them count
 * @param schemas opens the schemas for one task, which closes them
 */
record FleetParts(FleetSettings settings, FleetCounters counters, Supplier<SchemaStore> schemas) {}
