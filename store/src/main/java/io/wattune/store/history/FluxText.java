package io.wattune.store.history;

/** The questions to an InfluxDB 2, in Flux, with names in braces. */
final class FluxText {
  static final String POWER =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{powers}" and r.{device} == {wanted})
        |> filter(fn: (r) => r._field == "{power}" or r._field == "{error}" or r._field == "{quality}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> filter(fn: (r) => exists r.{power} and r.{quality} < {gap})
        |> group()
        |> window(every: {width}ns, offset: {offset}ns)
        |> reduce(
          identity: {samples: 0, sum: 0.0, lowest: float(v: "+Inf"), highest: float(v: "-Inf"), errors: 0.0, worst: 0},
          fn: (r, accumulator) => ({
            samples: accumulator.samples + 1,
            sum: accumulator.sum + r.{power},
            lowest: if r.{power} < accumulator.lowest then r.{power} else accumulator.lowest,
            highest: if r.{power} > accumulator.highest then r.{power} else accumulator.highest,
            errors: accumulator.errors + r.{error},
            worst: if r.{quality} > accumulator.worst then r.{quality} else accumulator.worst
          })
        )
        |> group()
        |> sort(columns: ["_start"])
      """;

  static final String RAW =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{powers}" and r.{device} == {wanted})
        |> filter(fn: (r) => r._field == "{raw}")
        |> group()
        |> window(every: {width}ns, offset: {offset}ns)
        |> reduce(
          identity: {samples: 0, sum: 0.0},
          fn: (r, accumulator) => ({
            samples: accumulator.samples + 1,
            sum: accumulator.sum + r._value
          })
        )
        |> group()
        |> sort(columns: ["_start"])
      """;

  static final String FLEET =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{fleets}" and r.{scope} == {wanted} and r.{name} == {named})
        |> filter(fn: (r) => r._field == "{sum}" or r._field == "{error}" or r._field == "{quality}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> filter(fn: (r) => exists r.{sum})
        |> group()
        |> window(every: {width}ns, offset: {offset}ns)
        |> reduce(
          identity: {samples: 0, sum: 0.0, lowest: float(v: "+Inf"), highest: float(v: "-Inf"), errors: 0.0, worst: 0},
          fn: (r, accumulator) => ({
            samples: accumulator.samples + 1,
            sum: accumulator.sum + r.{sum},
            lowest: if r.{sum} < accumulator.lowest then r.{sum} else accumulator.lowest,
            highest: if r.{sum} > accumulator.highest then r.{sum} else accumulator.highest,
            errors: accumulator.errors + r.{error},
            worst: if r.{quality} > accumulator.worst then r.{quality} else accumulator.worst
          })
        )
        |> group()
        |> sort(columns: ["_start"])
      """;

  /** The entries of each group, all of one quality, added up. */
  private static final String SUMMED =
      """
        |> reduce(
          identity: {entries: 0, energy: 0.0, scale: 0.0, variance: 0.0, lasted: 0.0, labelled: "", mixed: 0},
          fn: (r, accumulator) => ({
            entries: accumulator.entries + 1,
            energy: accumulator.energy + r.{joules},
            scale: accumulator.scale + r.{scaleError},
            variance: accumulator.variance + r.{joulesError} * r.{joulesError} - r.{scaleError} * r.{scaleError},
            lasted: accumulator.lasted + r.{seconds},
            labelled: r.labelled,
            mixed: if accumulator.entries > 0 and accumulator.labelled != r.labelled then 1 else accumulator.mixed
          })
        )
      """;

  static final String NAMED =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{energies}" and r.{book} == {wanted}{ofDevice})
        |> filter(fn: (r) => r._field == "{joules}" or r._field == "{joulesError}" or r._field == "{scaleError}" or r._field == "{quality}" or r._field == "{seconds}" or r._field == "{activityName}" or r._field == "{labels}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> map(fn: (r) => ({r with
          named: if exists r.{activityName} then r.{activityName} else "",
          labelled: if exists r.{labels} then r.{labels} else ""
        }))
        |> group(columns: ["{device}", "named", "{quality}"])
      """
          + SUMMED
          + """
        |> group()
        |> sort(columns: ["{device}", "named", "{quality}"])
      """;

  /** Points from before the user was a field of its own have it in their labels. */
  static final String USERS =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{energies}" and r.{book} == {wanted}{ofDevice})
        |> filter(fn: (r) => r._field == "{joules}" or r._field == "{joulesError}" or r._field == "{scaleError}" or r._field == "{quality}" or r._field == "{seconds}" or r._field == "{activityId}" or r._field == "{userName}" or r._field == "{labels}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> map(fn: (r) => ({r with
          owner: if exists r.{userName} then r.{userName} else "",
          said: if exists r.{userName} then "" else if exists r.{labels} then r.{labels} else "",
          nobodys: if exists r.{activityId} then 0 else 1,
          labelled: if exists r.{labels} then r.{labels} else ""
        }))
        |> group(columns: ["{device}", "owner", "said", "nobodys", "{quality}"])
      """
          + SUMMED
          + """
        |> group()
        |> sort(columns: ["{device}"])
      """;

  static final String ACTIVITIES =
      """
      from(bucket: {bucket})
        |> range(start: time(v: {from}), stop: time(v: {to}))
        |> filter(fn: (r) => r._measurement == "{energies}" and r.{device} == {wanted}{ofBook})
        |> filter(fn: (r) => r._field == "{activityId}" or r._field == "{activityName}" or r._field == "{startNanos}" or r._field == "{seconds}" or r._field == "{parentId}" or r._field == "{labels}" or r._field == "{joules}" or r._field == "{joulesError}" or r._field == "{quality}")
        |> pivot(rowKey: ["_time"], columnKey: ["_field"], valueColumn: "_value")
        |> group()
        |> filter(fn: (r) => exists r.{activityId} and r.{startNanos} + int(v: r.{seconds} * 1000000000.0) > {overlaps})
        |> sort(columns: ["{startNanos}"], desc: true)
        |> limit(n: {most})
      """;

  private FluxText() {}
}
