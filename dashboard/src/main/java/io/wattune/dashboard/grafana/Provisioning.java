package io.wattune.dashboard.grafana;

/** The two files with which Grafana finds the store and the boards when it starts. */
public final class Provisioning {
  private Provisioning() {}

  /**
   * Where the store is. Grafana itself puts in the environment's variables and the file that holds
   * the token.
   */
  public static String datasource() {
    return """
    # Generated, with the boards beside it: see docs/running-a-cluster.md.
    apiVersion: 1
    datasources:
      - name: Wattune
        uid: %s
        type: %s
        access: proxy
        url: $WATTUNE_INFLUXDB_URL
        isDefault: true
        editable: false
        jsonData:
          version: Flux
          organization: $WATTUNE_INFLUXDB_ORG
          defaultBucket: $WATTUNE_INFLUXDB_BUCKET
        secureJsonData:
          token: $__file{/run/secrets/influxdb-token}
    """
        .formatted(Datasource.STORE.uid(), Datasource.STORE.type());
  }

  /** Where the boards are. */
  public static String dashboards() {
    return """
    # Generated, with the boards beside it: see docs/running-a-cluster.md.
    apiVersion: 1
    providers:
      - name: Wattune
        folder: Wattune
        type: file
        disableDeletion: true
        allowUiUpdates: false
        options:
          path: /etc/wattune/boards
    """;
  }
}
