/**
 * Boards for Grafana over an InfluxDB 2, and over a Prometheus that scrapes the parts. In: the
 * catalogues of points and of metrics. Out: the JSON of each board and what provisions them, as
 * they stand in the folder dashboard/grafana. Called by whoever refreshes that folder.
 */
@NullMarked
package io.wattune.dashboard.grafana;

import org.jspecify.annotations.NullMarked;
