-- Questions to an archive of Wattune, for DuckDB 1.1 or newer:
--   duckdb -init wattune-archive.sql -c "from energy_by_user_and_job('/archive')"
-- Each takes the archive's folder. docs/reference/archive-questions.md says what each answers, and what it does not.
-- Files of older releases have fewer columns: union_by_name puts null in their place.

-- The tables, with what is packed unpacked and what needs quoting renamed. --

-- Readings as the sensors gave them.
create or replace macro readings(dir) as table
  select device, coalesce("time", make_timestamptz(timeNanos // 1000)) as read_at, timeNanos, signal, unit, value, model, date
  from (
    -- Files of before there was a time have no such column at all.
    select * from (select null::timestamptz as "time" where false)
    union all by name
    select * from read_parquet(dir || '/readings/*/*/*.parquet', hive_partitioning = true, union_by_name = true))
  where timeNanos is not null;

-- True power, of each sample its newest revision.
create or replace macro power(dir) as table
  select device, "time" as sampled_at, timeNanos, signal, trueMilliwatts * 1e-3 as watts, errorMilliwatts * 1e-3 as error_watts,
    rawMilliwatts * 1e-3 as sensor_watts, quality, profileId as profile_id, date
  from read_parquet(dir || '/power/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
  where timeNanos is not null
  qualify row_number() over (partition by device, signal, timeNanos order by revision desc, "offset" desc) = 1;

-- The ledger, of each entry its newest revision.
create or replace macro energy(dir) as table
  select record.entryId as entry_id, record.book as book, record.device as device, record.activityId as activity_id,
    record.name as name, record.labels['user'] as "user", "time" as begins, endTime as ends, record.startNanos as start_nanos,
    record.endNanos as end_nanos, record.energyMicrojoules * 1e-6 as joules,
    record.standardErrorMicrojoules * 1e-6 as error_joules, record.scaleErrorMicrojoules * 1e-6 as common_error_joules,
    record.coverage as coverage, record.quality as quality, record."final" as is_final,
    coalesce(record.attribution.activities, 1) as activities, date
  from read_parquet(dir || '/energy/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
  qualify row_number() over (partition by record.entryId order by record.revision desc, "offset" desc) = 1;

-- Power by component, a row for each interval and component, idle power among them; they add up to the device's power.
create or replace macro component_power(dir) as table
  with newest as (
    select record, date from read_parquet(dir || '/component-power/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
    qualify row_number() over (partition by record.device, record.startNanos order by "offset" desc) = 1),
  parts as (
    select record, date, unnest(case when record.idle is null
      then [{'name': '(not known)', 'watts': record.totalWatts, 'error': record.totalErrorWatts}]
      else list_prepend({'name': record.idle.name, 'watts': record.idle.watts, 'error': record.idle.errorWatts},
        list_transform(record.components, c -> {'name': c.name, 'watts': c.watts, 'error': c.errorWatts})) end) as part
    from newest)
  select record.device as device, make_timestamptz(record.startNanos // 1000) as begins, record.startNanos as start_nanos,
    record.endNanos as end_nanos, part.name as component, part.watts as watts, part.error as error_watts,
    part.watts * (record.endNanos - record.startNanos) * 1e-9 as joules,
    part.error * (record.endNanos - record.startNanos) * 1e-9 as error_joules,
    record.activityName as activity, record.quality as quality, record.doubts as doubts, record.modelId as model, date
  from parts;

-- The ledger's entries by component. '(not split)' is what is left to the ledger's energy, so that the rows of an entry add up to it.
create or replace macro energy_by_component(dir) as table
  with entries as (from energy(dir)),
  intervals as (
    select record.device as device, record.startNanos as start_nanos, record.endNanos as end_nanos, record.idle as idle,
      record.components as components, record.kernels as kernels, record.quality as quality, record.doubts as doubts
    from read_parquet(dir || '/component-power/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
    qualify row_number() over (partition by record.device, record.startNanos order by "offset" desc) = 1),
  -- What several activities shared is not split among them.
  met as (
    select e.entry_id as entry_id, e.activity_id is null or e.book != 'KERNEL' as is_whole, i.*,
      (least(e.end_nanos, i.end_nanos) - greatest(e.start_nanos, i.start_nanos)) * 1e-9 as seconds,
      list_filter(i.kernels, k -> k.name = e.name)[1] as kernel,
      i.start_nanos >= e.start_nanos and i.end_nanos <= e.end_nanos as is_within
    from entries e join intervals i
      on e.device = i.device and i.start_nanos < e.end_nanos and i.end_nanos > e.start_nanos
    where i.idle is not null and e.activities = 1),
  -- Of a kernel its own part; counters of a fixed period say of it what they say of all that lies within it.
  parts as (
    select entry_id, seconds, quality, doubts, unnest(case
      when is_whole or (len(kernels) = 0 and is_within) then
        list_prepend({'name': idle.name, 'watts': idle.watts, 'error': idle.errorWatts},
          list_transform(components, c -> {'name': c.name, 'watts': c.watts, 'error': c.errorWatts}))
      when kernel is not null then
        list_prepend({'name': idle.name, 'watts': idle.watts, 'error': idle.errorWatts},
          list_transform(range(1, len(components) + 1),
            n -> {'name': components[n].name, 'watts': kernel.watts[n], 'error': kernel.errorWatts[n]}))
      else [] end) as part
    from met),
  split as (
    select entry_id, part.name as component, sum(part.watts * seconds) as joules, sum(part.error * seconds) as error_joules,
      sum(seconds) as seconds, max(quality) as split_quality, list_sort(list_distinct(flatten(list(doubts)))) as doubts
    from parts group by entry_id, component),
  together as (
    select entry_id, component, joules, error_joules, split_quality, seconds, doubts from split
    union all by name
    select e.entry_id, '(not split)' as component, any_value(e.joules) - coalesce(sum(s.joules), 0) as joules,
      any_value(e.error_joules) as error_joules, null as split_quality,
      (any_value(e.end_nanos) - any_value(e.start_nanos)) * 1e-9 - coalesce(max(s.seconds), 0) as seconds, [] as doubts
    from entries e left join split s using (entry_id) group by e.entry_id)
  select together.entry_id as entry_id, book, device, activity_id, name, "user", begins, ends, component, together.joules as joules,
    together.error_joules as error_joules, together.seconds as seconds, quality, doubts, entries.joules as entry_joules,
    entries.error_joules as entry_error_joules, date
  from together join entries using (entry_id);

-- What stood on the devices, from when to when, and whose it was: the policy that had decided last before.
create or replace macro settings(dir) as table
  with spans as (
    select record.device as device, unnest(record.inForce) as span
    from read_parquet(dir || '/actuations/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
    where record.device is not null),
  -- One that goes on is reported again from the same start.
  stood as (
    select device, span.fromNanos as from_nanos, max(span.toNanos) as to_nanos,
      bool_and(list_bool_and(list_transform(span."values", v -> v.isOwn))) as is_own
    from spans group by device, from_nanos),
  decided as (
    select record.device as device, record.decidedAtNanos as from_nanos, record.policy as policy
    from read_parquet(dir || '/decisions/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
    where record.device is not null)
  select stood.device, from_nanos, to_nanos, is_own, case when is_own then null else decided.policy end as policy
  from stood asof left join decided using (device, from_nanos);

-- The questions. --

-- Energy by user and job a day: a job counts on the UTC day on which it began.
create or replace macro energy_by_user_and_job(dir) as table
  select date, coalesce("user", '(none)') as "user", coalesce(name, '(no job)') as job, count(*) as entries,
    sum(joules) as joules,
    sqrt(sum(greatest(0, error_joules ** 2 - common_error_joules ** 2))) + sum(common_error_joules) as error_joules
  from energy(dir) where book = 'JOB' group by all order by date, joules desc;

-- Percentiles of a device's true power, over its samples.
create or replace macro power_percentiles(dir) as table
  select device, count(watts) as samples, min(watts) as lowest, quantile_cont(watts, 0.05) as p5, median(watts) as p50,
    quantile_cont(watts, 0.95) as p95, quantile_cont(watts, 0.99) as p99, max(watts) as highest
  from power(dir) where quality not in ('GAP', 'INVALID') group by device order by device;

-- What a policy has saved of each kernel or process that also ran at own settings: runs of one name are taken for the same work.
create or replace macro saving_by_policy(dir) as table
  with runs as (
    select e.device, e.book, e.name, s.is_own, s.policy, e.joules / e.activities as joules,
      (e.end_nanos - e.start_nanos) * 1e-9 as seconds
    from energy(dir) e join settings(dir) s
      on e.device = s.device and s.from_nanos <= e.start_nanos and e.end_nanos <= s.to_nanos
    where e.book in ('KERNEL', 'PROCESS') and e.name is not null and e.is_final and e.quality not in ('GAP', 'INVALID')),
  own as (
    select device, book, name, count(*) as n, avg(joules) as mean, var_samp(joules) as variance, avg(seconds) as seconds
    from runs where is_own group by all),
  tuned as (
    select policy, device, book, name, count(*) as n, avg(joules) as mean, var_samp(joules) as variance, avg(seconds) as seconds
    from runs where not is_own group by all)
  select tuned.policy, tuned.device, tuned.book, tuned.name, own.n as runs_at_own_settings, tuned.n as runs,
    tuned.n * (own.mean - tuned.mean) as saved_joules,
    tuned.n * sqrt(own.variance / own.n + tuned.variance / tuned.n) as error_joules,
    tuned.seconds / own.seconds - 1 as slower
  from tuned join own using (device, book, name) where own.n > 1 and tuned.n > 1
  order by saved_joules desc;

-- Idle energy: what no job took, by device and day, and its share of all.
create or replace macro idle_energy(dir) as table
  select date, device, sum(joules) filter (activity_id is null) as idle_joules, sum(joules) as joules,
    sum(joules) filter (activity_id is null) / sum(joules) as share
  from energy(dir) where book = 'JOB' group by all order by date, idle_joules desc;

-- The longest times without a reading of a signal.
create or replace macro worst_gaps(dir) as table
  with seen as (
    select device, signal, read_at, (timeNanos - lag(timeNanos) over (partition by device, signal order by timeNanos)) * 1e-9 as seconds
    from readings(dir) where value is not null)
  select device, signal, read_at - to_microseconds((seconds * 1e6)::bigint) as begins, read_at as ends, seconds
  from seen where seconds is not null order by seconds desc limit 20;
