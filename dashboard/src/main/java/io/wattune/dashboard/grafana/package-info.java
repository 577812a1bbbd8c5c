/**
 * Boards for Grafana over an InfluxDB 2. In: the point catalogue. Out: the JSON of each board and
 * what provisions them, as they stand in the folder dashboard/grafana. Called by whoever refreshes
 * that folder.
 */
@NullMarked
package io.wattune.dashboard.grafana;

import org.jspecify.annotations.NullMarked;
