package io.wattune.dashboard.grafana;

/**
 * One question of a panel.
 *
 * @param text in the language of the board's data source
 * @param legend what its series are called; empty where columns or the panel say it
 */
record Question(String text, String legend) {}
