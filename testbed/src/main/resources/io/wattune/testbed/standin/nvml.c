/*
 * A library libnvidia-ml.so.1 whose GPUs are simulated: each call reads, or writes a register of, a page of
 * memory that all processes share, and on which the program io.wattune.testbed.standin.StandIn plays the
 * GPUs. The layout of the page is that of DevicePage.java, which has the model's side of it.
 *
 * The page is the file named by the variable WATTUNE_STANDIN_PAGE, or "devices.page" beside the library.
 * There is no lock, so that a process that is killed holds none: a register is one aligned 64-bit word with
 * one meaning, and what belongs together is read under a sequence number, which is odd while it is written.
 * A page that nobody has played on for two seconds is a GPU that is lost (code 15).
 *
 * Compile with: cc -O1 -shared -fPIC -o libnvidia-ml.so.1 nvml.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
typedef int ret_t;

enum {
  SUCCESS = 0, UNINITIALIZED = 1, INVALID = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7,
  NOT_LOADED = 9, LOST = 15, NO_MEMORY = 20, VERSION_MISMATCH = 25
};

/* Layout of the page; see DevicePage.java. */
#define MAGIC 0x314e495453545457LL /* "WTTSTIN1" */
#define VERSION 1
#define BLOCK 4096
#define BEAT_LIMIT_NANOS 2000000000LL
enum { MAGIC_AT = 0, VERSION_AT = 8, COUNT_AT = 16, BEAT_AT = 24 };
enum { KIND_AT = 0, UUID_AT = 16, NAME_AT = 112 };
enum { CORE_LOW_AT = 256, CORE_HIGH_AT = 264, MEMORY_LOW_AT = 272, MEMORY_HIGH_AT = 280, LIMIT_AT = 288 };
enum {
  CORE_COUNT_AT = 320, MEMORY_COUNT_AT = 328, LOWEST_LIMIT_AT = 336, HIGHEST_LIMIT_AT = 344,
  DEFAULT_LIMIT_AT = 352, MEMORY_CLOCKS_AT = 360
};
enum {
  SEQUENCE_AT = 512, NANOS_AT = 520, CORE_AT = 544, MEMORY_AT = 552, TEMPERATURE_AT = 560, SENSOR_AT = 568,
  AVERAGE_AT = 576, COUNTER_AT = 584, REASONS_AT = 592, PIPE_AT = 600, DRAM_AT = 608, BUSY_AT = 616,
  GPU_USE_AT = 624, MEMORY_USE_AT = 632
};
enum { PROGRAMS_AT = 1024, PROGRAM_BYTES = 64, PROGRAMS = 16, CORE_CLOCKS_AT = 2048, MOST_CORE_CLOCKS = 256 };
enum { NVIDIA = 1 };

union value { double d; int si; u32 ui; unsigned long ul; u64 ull; i64 sll; unsigned short us; };
struct field_value {
  u32 field_id, scope_id;
  i64 timestamp, latency_usec;
  int value_type;
  ret_t result;
  union value value;
};
struct process { u32 pid; u64 used_memory; u32 gpu_instance, compute_instance; };
struct utilization { u32 gpu, memory; };
struct gpm_support { u32 version, is_supported; };
struct gpm_metric {
  u32 metric_id;
  ret_t result;
  double value;
  struct { char *short_name, *long_name, *unit; } info;
};
struct gpm_sample { i64 nanos, pipe, dram, busy; };
struct gpm_get {
  u32 version, count;
  struct gpm_sample *sample1, *sample2;
  struct gpm_metric metrics[333];
};

/* A GPU's block of the page is its handle. */
struct gpu { char block[BLOCK]; };

static char *page;
static int inits;

static i64 word(const char *from, int at) { return __atomic_load_n((const i64 *) (from + at), __ATOMIC_SEQ_CST); }

static void put(struct gpu *gpu, int at, i64 value) {
  __atomic_store_n((i64 *) (gpu->block + at), value, __ATOMIC_SEQ_CST);
}

static i64 get(struct gpu *gpu, int at) { return word(gpu->block, at); }

static i64 monotonic_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static char *map_page(void) {
  char path[4096];
  const char *given = getenv("WATTUNE_STANDIN_PAGE");
  Dl_info self;
  struct stat state;
  if (given) {
    snprintf(path, sizeof path, "%s", given);
  } else {
    if (!dladdr((void *) map_page, &self) || !self.dli_fname) return NULL;
    snprintf(path, sizeof path, "%s", self.dli_fname);
    char *slash = strrchr(path, '/');
    snprintf(slash ? slash + 1 : path, 32, "devices.page");
  }
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return NULL;
  void *mapped = MAP_FAILED;
  if (!fstat(file, &state) && state.st_size >= 2 * BLOCK) {
    mapped = mmap(NULL, (size_t) state.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  if (mapped == MAP_FAILED) return NULL;
  if (word(mapped, MAGIC_AT) != MAGIC || word(mapped, VERSION_AT) != VERSION
      || (word(mapped, COUNT_AT) + 1) * BLOCK > state.st_size) {
    munmap(mapped, (size_t) state.st_size);
    return NULL;
  }
  return mapped;
}

static int is_ours(struct gpu *gpu) {
  return page && (char *) gpu > page && get(gpu, KIND_AT) == NVIDIA;
}

/* Whether a GPU can be asked. */
static ret_t state(struct gpu *gpu) {
  if (!__atomic_load_n(&inits, __ATOMIC_SEQ_CST)) return UNINITIALIZED;
  if (!is_ours(gpu)) return INVALID;
  return monotonic_nanos() - word(page, BEAT_AT) > BEAT_LIMIT_NANOS ? LOST : SUCCESS;
}

ret_t nvmlInit_v2(void) {
  if (!page) {
    char *mapped = map_page();
    char *none = NULL;
    if (!mapped) return NOT_LOADED;
    if (!__atomic_compare_exchange_n(&page, &none, mapped, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      munmap(mapped, (size_t) (word(mapped, COUNT_AT) + 1) * BLOCK); /* Another thread was first. */
    }
  }
  __atomic_add_fetch(&inits, 1, __ATOMIC_SEQ_CST);
  return SUCCESS;
}

ret_t nvmlShutdown(void) {
  int was = __atomic_load_n(&inits, __ATOMIC_SEQ_CST);
  while (was > 0
      && !__atomic_compare_exchange_n(&inits, &was, was - 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
  return was > 0 ? SUCCESS : UNINITIALIZED;
}

static ret_t put_text(char *into, u32 room, const char *text) {
  if (strlen(text) >= room) return TOO_SMALL;
  strcpy(into, text);
  return SUCCESS;
}

ret_t nvmlSystemGetDriverVersion(char *text, u32 room) {
  return page ? put_text(text, room, "550.54.15") : UNINITIALIZED;
}

/* The GPU with a number among those that are NVIDIA's; NULL where there is none. */
static struct gpu *numbered(i64 number) {
  i64 count = page ? word(page, COUNT_AT) : 0;
  for (i64 i = 0; i < count; i++) {
    struct gpu *gpu = (struct gpu *) (page + BLOCK * (i + 1));
    if (is_ours(gpu) && !number--) return gpu;
  }
  return NULL;
}

ret_t nvmlDeviceGetCount_v2(u32 *count) {
  if (!page) return UNINITIALIZED;
  for (*count = 0; numbered(*count); ++*count) {}
  return SUCCESS;
}

ret_t nvmlDeviceGetHandleByIndex_v2(u32 index, struct gpu **handle) {
  *handle = numbered(index);
  return *handle ? state(*handle) : NOT_FOUND;
}

ret_t nvmlDeviceGetHandleByUUID(const char *uuid, struct gpu **handle) {
  for (i64 i = 0; (*handle = numbered(i)); i++) {
    if (!strcmp((*handle)->block + UUID_AT, uuid)) return state(*handle);
  }
  return page ? NOT_FOUND : UNINITIALIZED;
}

ret_t nvmlDeviceGetMigDeviceHandleByIndex(struct gpu *gpu, u32 index, struct gpu **handle) {
  (void) index;
  *handle = NULL;
  ret_t code = state(gpu);
  return code ? code : NOT_FOUND;
}

ret_t nvmlDeviceGetUUID(struct gpu *gpu, char *text, u32 room) {
  ret_t code = state(gpu);
  return code ? code : put_text(text, room, gpu->block + UUID_AT);
}

ret_t nvmlDeviceGetName(struct gpu *gpu, char *text, u32 room) {
  ret_t code = state(gpu);
  return code ? code : put_text(text, room, gpu->block + NAME_AT);
}

#define NUMBER(name, type, expression) \
  ret_t name(struct gpu *gpu, type *out) { \
    ret_t code = state(gpu); \
    if (!code) *out = (type) (expression); \
    return code; \
  }

NUMBER(nvmlDeviceGetPowerUsage, u32, get(gpu, AVERAGE_AT))
NUMBER(nvmlDeviceGetTotalEnergyConsumption, u64, get(gpu, COUNTER_AT))
NUMBER(nvmlDeviceGetCurrentClocksEventReasons, u64, get(gpu, REASONS_AT))
NUMBER(nvmlDeviceGetPowerManagementDefaultLimit, u32, get(gpu, DEFAULT_LIMIT_AT))
NUMBER(nvmlDeviceGetPowerManagementLimit, u32, get(gpu, LIMIT_AT))
NUMBER(nvmlDeviceGetArchitecture, u32, 9)
NUMBER(nvmlDeviceGetMemoryBusWidth, u32, 5120)
NUMBER(nvmlDeviceGetVirtualizationMode, u32, 0)
NUMBER(nvmlDeviceGetMaxMigDeviceCount, u32, 0)
NUMBER(nvmlDeviceGetPersistenceMode, u32, 1)

ret_t nvmlDeviceGetClockInfo(struct gpu *gpu, u32 type, u32 *out) {
  ret_t code = state(gpu);
  if (code) return code;
  if (type > 3) return NOT_SUPPORTED;
  *out = (u32) get(gpu, type == 2 ? MEMORY_AT : CORE_AT);
  return SUCCESS;
}

ret_t nvmlDeviceGetTemperature(struct gpu *gpu, u32 sensor, u32 *out) {
  ret_t code = state(gpu);
  if (code) return code;
  if (sensor) return NOT_SUPPORTED;
  *out = (u32) ((get(gpu, TEMPERATURE_AT) + 500) / 1000);
  return SUCCESS;
}

static ret_t pair(struct gpu *gpu, i64 one, i64 other, u32 *first, u32 *second) {
  (void) gpu;
  *first = (u32) one;
  *second = (u32) other;
  return SUCCESS;
}

ret_t nvmlDeviceGetPowerManagementLimitConstraints(struct gpu *gpu, u32 *low, u32 *high) {
  ret_t code = state(gpu);
  return code ? code : pair(gpu, get(gpu, LOWEST_LIMIT_AT), get(gpu, HIGHEST_LIMIT_AT), low, high);
}

ret_t nvmlDeviceGetUtilizationRates(struct gpu *gpu, struct utilization *out) {
  ret_t code = state(gpu);
  return code ? code : pair(gpu, get(gpu, GPU_USE_AT), get(gpu, MEMORY_USE_AT), &out->gpu, &out->memory);
}

ret_t nvmlDeviceGetMigMode(struct gpu *gpu, u32 *now, u32 *pending) {
  ret_t code = state(gpu);
  return code ? code : pair(gpu, 0, 0, now, pending);
}

ret_t nvmlDeviceGetFieldValues(struct gpu *gpu, int count, struct field_value *fields) {
  ret_t code = state(gpu);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  for (int i = 0; !code && i < count; i++) {
    struct field_value *field = &fields[i];
    memset(&field->value, 0xAA, sizeof field->value); /* What is not of the type is rubbish. */
    field->timestamp = now.tv_sec * 1000000LL + now.tv_nsec / 1000;
    field->latency_usec = 0;
    field->result = SUCCESS;
    field->value_type = 1;
    switch (field->field_id) {
      case 83: /* total energy, millijoules */
      case 191:
        field->value_type = 3;
        field->value.ull = (u64) get(gpu, COUNTER_AT);
        break;
      case 185: field->value.ui = (u32) get(gpu, AVERAGE_AT); break;
      case 186: field->value.ui = (u32) get(gpu, SENSOR_AT); break;
      default: field->result = NOT_SUPPORTED;
    }
  }
  return code;
}

static ret_t list(struct gpu *gpu, int count_at, int from, u32 *count, u32 *out) {
  ret_t code = state(gpu);
  if (code) return code;
  u32 there = (u32) get(gpu, count_at), room = *count;
  *count = there;
  if (room < there || !out) return TOO_SMALL;
  for (u32 i = 0; i < there; i++) out[i] = (u32) get(gpu, from + 8 * (int) (there - 1 - i));
  return SUCCESS;
}

ret_t nvmlDeviceGetSupportedMemoryClocks(struct gpu *gpu, u32 *count, u32 *out) {
  return list(gpu, MEMORY_COUNT_AT, MEMORY_CLOCKS_AT, count, out);
}

ret_t nvmlDeviceGetSupportedGraphicsClocks(struct gpu *gpu, u32 memory, u32 *count, u32 *out) {
  (void) memory; /* Every core clock goes with every memory clock. */
  return list(gpu, CORE_COUNT_AT, CORE_CLOCKS_AT, count, out);
}

ret_t nvmlDeviceGetComputeRunningProcesses_v3(struct gpu *gpu, u32 *count, struct process *out) {
  ret_t code = state(gpu);
  if (code) return code;
  u32 found = 0, room = *count;
  for (int i = 0; i < PROGRAMS; i++) {
    i64 pid = get(gpu, PROGRAMS_AT + i * PROGRAM_BYTES);
    if (!pid) continue;
    if (found < room && out) {
      memset(&out[found], 0, sizeof out[found]);
      out[found].pid = (u32) pid;
      out[found].used_memory = 1ULL << 30;
      out[found].gpu_instance = out[found].compute_instance = 0xFFFFFFFFu;
    }
    found++;
  }
  *count = found;
  return found > room ? TOO_SMALL : SUCCESS;
}

ret_t nvmlDeviceGetGraphicsRunningProcesses_v3(struct gpu *gpu, u32 *count, struct process *out) {
  (void) out;
  *count = 0;
  return state(gpu);
}

ret_t nvmlGpmQueryDeviceSupport(struct gpu *gpu, struct gpm_support *support) {
  if (support->version != 1) return VERSION_MISMATCH;
  support->is_supported = 1;
  return state(gpu);
}

ret_t nvmlGpmSampleAlloc(struct gpm_sample **sample) {
  return (*sample = calloc(1, sizeof **sample)) ? SUCCESS : NO_MEMORY;
}

ret_t nvmlGpmSampleFree(struct gpm_sample *sample) {
  free(sample);
  return SUCCESS;
}

ret_t nvmlGpmSampleGet(struct gpu *gpu, struct gpm_sample *sample) {
  ret_t code = sample ? state(gpu) : INVALID;
  /* Whoever plays may be killed while it writes: after that it is not waited for. */
  for (int tries = 0; !code && tries < 1000; tries++) {
    i64 before = get(gpu, SEQUENCE_AT);
    sample->nanos = get(gpu, NANOS_AT);
    sample->pipe = get(gpu, PIPE_AT);
    sample->dram = get(gpu, DRAM_AT);
    sample->busy = get(gpu, BUSY_AT);
    if (!(before & 1) && before == get(gpu, SEQUENCE_AT)) break;
  }
  return code;
}

ret_t nvmlGpmMetricsGet(struct gpm_get *get) {
  if (get->version != 1) return VERSION_MISMATCH;
  struct gpm_sample *from = get->sample1, *to = get->sample2;
  if (!from || !to || to->nanos <= from->nanos) return INVALID;
  double percent = 100.0 / (double) (to->nanos - from->nanos);
  double pipe = percent * (double) (to->pipe - from->pipe), busy = percent * (double) (to->busy - from->busy);
  for (u32 i = 0; i < get->count; i++) {
    struct gpm_metric *metric = &get->metrics[i];
    metric->result = SUCCESS;
    switch (metric->metric_id) {
      case 1: /* graphics */
      case 2: metric->value = busy; break; /* SMs */
      case 3: metric->value = busy / 2; break; /* occupancy */
      case 4: metric->value = pipe / 8; break; /* integer */
      case 10: metric->value = percent * (double) (to->dram - from->dram); break;
      case 12: metric->value = pipe; break; /* FP32 */
      case 5:
      case 11:
      case 13: metric->value = 0; break;
      default: metric->result = NOT_SUPPORTED;
    }
  }
  return SUCCESS;
}

static ret_t lock(struct gpu *gpu, int low_at, int high_at, u32 low, u32 high) {
  ret_t code = low > high ? INVALID : state(gpu);
  if (code) return code;
  put(gpu, low_at, low);
  put(gpu, high_at, high);
  return SUCCESS;
}

ret_t nvmlDeviceSetGpuLockedClocks(struct gpu *gpu, u32 low, u32 high) {
  return lock(gpu, CORE_LOW_AT, CORE_HIGH_AT, low, high);
}

ret_t nvmlDeviceResetGpuLockedClocks(struct gpu *gpu) { return lock(gpu, CORE_LOW_AT, CORE_HIGH_AT, 0, 0); }

ret_t nvmlDeviceSetMemoryLockedClocks(struct gpu *gpu, u32 low, u32 high) {
  return lock(gpu, MEMORY_LOW_AT, MEMORY_HIGH_AT, low, high);
}

ret_t nvmlDeviceResetMemoryLockedClocks(struct gpu *gpu) { return lock(gpu, MEMORY_LOW_AT, MEMORY_HIGH_AT, 0, 0); }

ret_t nvmlDeviceSetPowerManagementLimit(struct gpu *gpu, u32 limit) {
  ret_t code = state(gpu);
  if (code) return code;
  if (limit < get(gpu, LOWEST_LIMIT_AT) || limit > get(gpu, HIGHEST_LIMIT_AT)) return INVALID;
  put(gpu, LIMIT_AT, limit);
  return SUCCESS;
}
