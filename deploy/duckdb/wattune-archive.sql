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
