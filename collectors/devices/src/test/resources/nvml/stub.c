/*
 * NVML as a stub: the functions that Wattune calls, with the layouts that the platform's C compiler
 * gives them, played from a captured-device file (docs/reference/captured-device.md). FakeNvml does
 * the same in Java; NvmlContractTest holds the two together. Compiled by tests; never shipped.
 *
 * The file is named by stub_load or by the variable WATTUNE_NVML_SCRIPT.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned int u32;
typedef unsigned long long u64;
typedef int ret_t;

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7, LOST = 15 };

union value { double d; int si; u32 ui; unsigned long ul; u64 ull; long long sll; unsigned short us; };
struct field_value {
  u32 field_id, scope_id;
  long long timestamp, latency_usec;
  int value_type;
  ret_t result;
  union value value;
};
struct sample { u64 time_stamp; union value value; };
struct process { u32 pid; u64 used_memory; u32 gpu_instance, compute_instance; };
struct utilization { u32 gpu, memory; };
struct gpm_support { u32 version, is_supported; };
struct gpm_metric {
  u32 metric_id;
  ret_t result;
  double value;
  struct { char *short_name, *long_name, *unit; } info;
};
struct gpm_get {
  u32 version, count;
  void *sample1, *sample2;
  struct gpm_metric metrics[333];
};

enum kind { NUMBERS, OK, ERROR, DONE, IGNORE, CLAMP, LOSE };
struct answer {
  char key[48];
  int line, by_call, count;
  long long from, wait;
  enum kind kind;
  double *numbers;
  struct answer *next;
};
struct counter { char key[48]; int calls; struct counter *next; };
struct gpu {
  char uuid[96], model[96];
  struct answer *first, *last;
  struct counter *counters;
  struct gpu *parent;
  u32 lock[3], low[3]; /* highest and lowest, by clock domain; highest 0 for no lock */
  long long limit, lost_until;
  int limit_line;
};

static struct gpu machine, gpus[64];
static struct gpu *gpm_of;
static int gpu_count, inits;
static char driver[96];
static long long manual_ms = -1, start_ms;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static long long real_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static long long now_ms(void) { return manual_ms >= 0 ? manual_ms : real_ms() - start_ms; }

static void reset_settings(struct gpu *gpu) {
  memset(gpu->lock, 0, sizeof gpu->lock);
  gpu->limit = gpu->limit_line = -1;
}

static void rest(char *into, char **save) {
  into[0] = 0;
  for (char *word; (word = strtok_r(NULL, " \t", save));) {
    if (into[0]) strncat(into, " ", 95 - strlen(into));
    strncat(into, word, 95 - strlen(into));
  }
}

static void add_answer(struct gpu *gpu, int line, char *key, char **save) {
  char *word = strtok_r(NULL, " \t", save);
  struct answer *answer = calloc(1, sizeof *answer);
  strncpy(answer->key, key, sizeof answer->key - 1);
  answer->line = line;
  answer->by_call = word[0] == '#';
  answer->from = atoll(word + 1);
  answer->numbers = calloc(512, sizeof(double));
  while ((word = strtok_r(NULL, " \t", save))) {
    if (!strcmp(word, "ok")) answer->kind = OK;
    else if (!strcmp(word, "error")) answer->kind = ERROR;
    else if (!strcmp(word, "done")) answer->kind = DONE;
    else if (!strcmp(word, "ignore")) answer->kind = IGNORE;
    else if (!strcmp(word, "clamp")) answer->kind = CLAMP;
    else if (!strcmp(word, "lose")) answer->kind = LOSE;
    else if (!strcmp(word, "none")) answer->kind = NUMBERS;
    else if (!strcmp(word, "wait")) answer->wait = atoll(strtok_r(NULL, " \t", save));
    else if (answer->count < 512) answer->numbers[answer->count++] = strtod(word, NULL);
  }
  if (gpu->last) gpu->last->next = answer;
  else gpu->first = answer;
  gpu->last = answer;
}

int stub_load(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = NULL, *save;
  size_t room = 0;
  int line = 0;
  struct gpu *gpu = &machine, *whole = NULL;
  if (!file) return 1;
  pthread_mutex_lock(&mutex);
  memset(&machine, 0, sizeof machine); /* What was read before is left to the process's end. */
  memset(gpus, 0, sizeof gpus);
  gpu_count = inits = 0;
  manual_ms = -1;
  start_ms = real_ms();
  driver[0] = 0;
  for (; getline(&text, &room, file) >= 0; line++) {
    text[strcspn(text, "\r\n")] = 0;
    char *word = line ? strtok_r(text, " \t", &save) : NULL;
    if (!word || word[0] == '#') continue;
    if (!strcmp(word, "driver")) {
      rest(driver, &save);
    } else if (!strcmp(word, "gpu") || !strcmp(word, "slice")) {
      if (gpu_count == 64) abort();
      gpu = &gpus[gpu_count++];
      gpu->parent = word[0] == 's' ? whole : NULL;
      if (word[0] == 'g') whole = gpu;
      strncpy(gpu->uuid, strtok_r(NULL, " \t", &save), 95);
      rest(gpu->model, &save);
      reset_settings(gpu);
    } else {
      add_answer(gpu, line, word, &save);
    }
  }
  free(text);
  fclose(file);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void stub_clock(long long ms) {
  pthread_mutex_lock(&mutex);
  manual_ms = ms;
  pthread_mutex_unlock(&mutex);
}

/* The highest clock that a domain is locked to; 0 for none. */
u32 stub_lock(int gpu, int domain) {
  pthread_mutex_lock(&mutex);
  u32 lock = gpus[gpu].lock[domain];
  pthread_mutex_unlock(&mutex);
  return lock;
}

/* The lowest clock that a domain is locked to. */
u32 stub_lock_low(int gpu, int domain) {
  pthread_mutex_lock(&mutex);
  u32 low = gpus[gpu].low[domain];
  pthread_mutex_unlock(&mutex);
  return low;
}

/* The power limit that the GPU has, whether it can be reached or not. */
long long stub_limit(int gpu) {
  pthread_mutex_lock(&mutex);
  long long limit = gpus[gpu].limit;
  for (struct answer *each = gpus[gpu].first; each && limit < 0; each = each->next) {
    if (!strcmp(each->key, "limit")) limit = (long long) each->numbers[0];
  }
  pthread_mutex_unlock(&mutex);
  return limit;
}

/* Whether the GPU cannot be reached now. */
int stub_is_lost(int gpu) {
  pthread_mutex_lock(&mutex);
  int is_lost = now_ms() < gpus[gpu].lost_until;
  pthread_mutex_unlock(&mutex);
  return is_lost;
}

static int is_true(struct answer *answer, int calls) {
  return answer->by_call ? calls >= answer->from : now_ms() >= answer->from;
}

static int *calls_of(struct gpu *gpu, const char *key) {
  struct counter *counter = gpu->counters;
  while (counter && strcmp(counter->key, key)) counter = counter->next;
  if (!counter) {
    counter = calloc(1, sizeof *counter);
    strncpy(counter->key, key, sizeof counter->key - 1);
    counter->next = gpu->counters;
    gpu->counters = counter;
  }
  return &counter->calls;
}

/* How often a key was asked for. */
int stub_calls(int gpu, const char *key) {
  pthread_mutex_lock(&mutex);
  int calls = *calls_of(&gpus[gpu], key);
  pthread_mutex_unlock(&mutex);
  return calls;
}

static struct answer *current(struct gpu *gpu, const char *key) {
  int calls = *calls_of(gpu, key);
  struct answer *found = NULL;
  for (struct answer *each = gpu->first; each; each = each->next) {
    if (!strcmp(each->key, key) && is_true(each, calls)) found = each;
  }
  return found;
}

static void pause_for(struct answer *answer) {
  if (!answer || !answer->wait) return;
  if (manual_ms >= 0) {
    manual_ms += answer->wait;
    return;
  }
  struct timespec left = {answer->wait / 1000, answer->wait % 1000 * 1000000};
  pthread_mutex_unlock(&mutex); /* Others may call meanwhile. */
  while (nanosleep(&left, &left)) {}
  pthread_mutex_lock(&mutex);
}

static struct answer *hit(struct gpu *gpu, const char *key) {
  ++*calls_of(gpu, key);
  struct answer *answer = current(gpu, key);
  pause_for(answer);
  return answer;
}

static ret_t code_of(struct answer *answer) {
  return answer && answer->kind == ERROR ? (ret_t) answer->numbers[0] : SUCCESS;
}

static ret_t device(struct gpu *gpu) {
  if (!inits) return UNINITIALIZED;
  if (now_ms() < gpu->lost_until) return LOST;
  return code_of(hit(gpu, "*"));
}

/* The device works and has the key. */
static ret_t ask(struct gpu *gpu, const char *key, struct answer **answer) {
  ret_t code = device(gpu);
  if (code) return code;
  *answer = hit(gpu, key);
  return *answer ? code_of(*answer) : NOT_SUPPORTED;
}

#define LOCKED(...) \
  pthread_mutex_lock(&mutex); \
  ret_t result = SUCCESS; \
  do __VA_ARGS__ while (0); \
  pthread_mutex_unlock(&mutex); \
  return result

ret_t nvmlInit_v2(void) {
  const char *path = getenv("WATTUNE_NVML_SCRIPT");
  if (!start_ms && path) stub_load(path);
  LOCKED({
    result = code_of(hit(&machine, "init"));
    if (!result) inits++;
  });
}

ret_t nvmlShutdown(void) {
  LOCKED({
    if (inits) inits--;
    else result = UNINITIALIZED;
  });
}

static ret_t put_text(char *into, u32 room, const char *text) {
  if (strlen(text) >= room) return TOO_SMALL;
  strcpy(into, text);
  return SUCCESS;
}

ret_t nvmlSystemGetDriverVersion(char *text, u32 room) { return put_text(text, room, driver); }

ret_t nvmlDeviceGetCount_v2(u32 *count) {
  *count = 0;
  for (int i = 0; i < gpu_count; i++) *count += !gpus[i].parent;
  return SUCCESS;
}

ret_t nvmlDeviceGetHandleByIndex_v2(u32 index, struct gpu **handle) {
  LOCKED({
    result = NOT_FOUND;
    for (int i = 0; i < gpu_count; i++) {
      if (!gpus[i].parent && !index--) {
        result = device(*handle = &gpus[i]);
        break;
      }
    }
  });
}

ret_t nvmlDeviceGetHandleByUUID(const char *uuid, struct gpu **handle) {
  LOCKED({
    result = NOT_FOUND;
    for (int i = 0; i < gpu_count; i++) {
      if (!strcmp(gpus[i].uuid, uuid)) {
        result = device(*handle = &gpus[i]);
        break;
      }
    }
  });
}

ret_t nvmlDeviceGetMigDeviceHandleByIndex(struct gpu *gpu, u32 index, struct gpu **handle) {
  LOCKED({
    result = device(gpu);
    if (result) break;
    result = NOT_FOUND;
    for (int i = 0; i < gpu_count; i++) {
      if (gpus[i].parent == gpu && !index--) {
        *handle = &gpus[i];
        result = SUCCESS;
        break;
      }
    }
  });
}

ret_t nvmlDeviceGetUUID(struct gpu *gpu, char *text, u32 room) {
  LOCKED({
    result = device(gpu);
    if (!result) result = put_text(text, room, gpu->uuid);
  });
}

ret_t nvmlDeviceGetName(struct gpu *gpu, char *text, u32 room) {
  LOCKED({
    result = device(gpu);
    if (!result) result = put_text(text, room, gpu->model);
  });
}

#define NUMBER(name, key, type) \
  ret_t name(struct gpu *gpu, type *out) { \
    LOCKED({ \
      struct answer *answer; \
      result = ask(gpu, key, &answer); \
      if (!result) *out = (type) answer->numbers[0]; \
    }); \
  }

NUMBER(nvmlDeviceGetPowerUsage, "power", u32)
NUMBER(nvmlDeviceGetTotalEnergyConsumption, "energy", u64)
NUMBER(nvmlDeviceGetCurrentClocksEventReasons, "reasons", u64)
NUMBER(nvmlDeviceGetPowerManagementDefaultLimit, "defaultlimit", u32)
NUMBER(nvmlDeviceGetArchitecture, "architecture", u32)
NUMBER(nvmlDeviceGetMemoryBusWidth, "buswidth", u32)
NUMBER(nvmlDeviceGetVirtualizationMode, "virtualization", u32)
NUMBER(nvmlDeviceGetMaxMigDeviceCount, "mostslices", u32)

/* nvmlDeviceAttributes_t */
struct attributes {
  u32 multiprocessors, copy, decoders, encoders, jpeg, ofa, gpu_slices, compute_slices;
  u64 memory_mb;
};

ret_t nvmlDeviceGetAttributes_v2(struct gpu *gpu, struct attributes *out) {
  LOCKED({
    struct answer *answer;
    result = ask(gpu, "sliceunits", &answer);
    if (result) break;
    memset(out, 0xff, sizeof *out);
    out->multiprocessors = (u32) answer->numbers[0];
  });
}

NUMBER(nvmlDeviceGetPersistenceMode, "persistence", u32)

ret_t nvmlDeviceGetPowerManagementLimit(struct gpu *gpu, u32 *out) {
  LOCKED({
    struct answer *answer;
    result = ask(gpu, "limit", &answer);
    if (result) break;
    if (gpu->limit >= 0 && gpu->limit_line != answer->line) gpu->limit = -1;
    *out = gpu->limit >= 0 ? (u32) gpu->limit : (u32) answer->numbers[0];
  });
}

ret_t nvmlDeviceGetClockInfo(struct gpu *gpu, u32 type, u32 *out) {
  LOCKED({
    char key[48];
    struct answer *answer;
    snprintf(key, sizeof key, "clock.%u", type);
    result = ask(gpu, key, &answer);
    if (result) break;
    *out = (u32) answer->numbers[0];
    if (type < 3 && gpu->lock[type] && *out > gpu->lock[type]) *out = gpu->lock[type];
  });
}

ret_t nvmlDeviceGetTemperature(struct gpu *gpu, u32 sensor, u32 *out) {
  LOCKED({
    char key[48];
    struct answer *answer;
    snprintf(key, sizeof key, "temperature.%u", sensor);
    result = ask(gpu, key, &answer);
    if (!result) *out = (u32) answer->numbers[0];
  });
}

static ret_t pair(struct gpu *gpu, const char *key, u32 *first, u32 *second) {
  LOCKED({
    struct answer *answer;
    result = ask(gpu, key, &answer);
    if (result) break;
    *first = (u32) answer->numbers[0];
    *second = (u32) answer->numbers[1];
  });
}

ret_t nvmlDeviceGetPowerManagementLimitConstraints(struct gpu *gpu, u32 *low, u32 *high) {
  return pair(gpu, "limits", low, high);
}

ret_t nvmlDeviceGetUtilizationRates(struct gpu *gpu, struct utilization *out) {
  return pair(gpu, "utilization", &out->gpu, &out->memory);
}

ret_t nvmlDeviceGetMigMode(struct gpu *gpu, u32 *now, u32 *pending) { return pair(gpu, "mig", now, pending); }

/* Sets the union as the type says; without a type as the number needs. */
static int put_value(struct gpu *gpu, const char *type_key, union value *into, double number) {
  struct answer *typed = current(gpu, type_key);
  int type = typed ? (int) typed->numbers[0] : number < 4294967296.0 ? 1 : 3;
  memset(into, 0xAA, sizeof *into); /* What is not of the type is rubbish. */
  switch (type) {
    case 0: into->d = number; break;
    case 1: into->ui = (u32) number; break;
    case 2: into->ul = (unsigned long) number; break;
    case 3: into->ull = (u64) number; break;
    case 4: into->sll = (long long) number; break;
    case 5: into->si = (int) number; break;
    default: into->us = (unsigned short) number; break;
  }
  return type;
}

ret_t nvmlDeviceGetFieldValues(struct gpu *gpu, int count, struct field_value *fields) {
  LOCKED({
    result = device(gpu);
    if (!result) result = code_of(hit(gpu, "fields"));
    for (int i = 0; !result && i < count; i++) {
      char key[48], type_key[48];
      snprintf(key, sizeof key, "field.%u.%u", fields[i].field_id, fields[i].scope_id);
      snprintf(type_key, sizeof type_key, "fieldtype.%u", fields[i].field_id);
      struct answer *answer = hit(gpu, key);
      fields[i].result = answer ? code_of(answer) : NOT_SUPPORTED;
      fields[i].timestamp = now_ms() * 1000;
      if (!fields[i].result) {
        fields[i].value_type = put_value(gpu, type_key, &fields[i].value, answer->numbers[0]);
      }
    }
  });
}

ret_t nvmlDeviceGetSamples(
    struct gpu *gpu, u32 kind, u64 last_seen, int *type, u32 *count, struct sample *samples) {
  LOCKED({
    char key[48], type_key[48];
    u32 room = *count;
    int known = 0;
    snprintf(key, sizeof key, "samples.%u", kind);
    snprintf(type_key, sizeof type_key, "sampletype.%u", kind);
    for (struct answer *each = gpu->first; each; each = each->next) known |= !strcmp(each->key, key);
    result = device(gpu);
    if (!result && !known) result = NOT_SUPPORTED;
    if (result) break;
    if (!samples) { /* Only how many there may be. */
      *count = 512;
      break;
    }
    result = code_of(hit(gpu, key));
    if (result) break;
    int calls = *calls_of(gpu, key);
    *count = 0;
    for (struct answer *each = gpu->first; each && *count < room; each = each->next) {
      if (!strcmp(each->key, key) && each->kind == NUMBERS && is_true(each, calls)
          && each->numbers[0] > (double) last_seen) {
        samples[*count].time_stamp = (u64) each->numbers[0];
        *type = put_value(gpu, type_key, &samples[*count].value, each->numbers[1]);
        ++*count;
      }
    }
    if (!*count) result = NOT_FOUND;
  });
}

static ret_t list(struct gpu *gpu, const char *key, u32 *count, u32 *out) {
  LOCKED({
    struct answer *answer;
    result = ask(gpu, key, &answer);
    if (result) break;
    if ((int) *count < answer->count) result = TOO_SMALL;
    else for (int i = 0; i < answer->count; i++) out[i] = (u32) answer->numbers[i];
    *count = (u32) answer->count;
  });
}

ret_t nvmlDeviceGetSupportedMemoryClocks(struct gpu *gpu, u32 *count, u32 *out) {
  return list(gpu, "memoryclocks", count, out);
}

ret_t nvmlDeviceGetSupportedGraphicsClocks(struct gpu *gpu, u32 memory, u32 *count, u32 *out) {
  char key[48];
  snprintf(key, sizeof key, "coreclocks.%u", memory);
  return list(gpu, key, count, out);
}

static ret_t processes(struct gpu *gpu, const char *key, u32 *count, struct process *out) {
  u32 ids[512], found = 512;
  ret_t code = list(gpu, key, &found, ids);
  if (code) return code;
  if (*count < found) code = TOO_SMALL;
  for (u32 i = 0; !code && i < found; i++) {
    memset(&out[i], 0xAA, sizeof out[i]);
    out[i].pid = ids[i];
  }
  *count = found;
  return code;
}

ret_t nvmlDeviceGetComputeRunningProcesses_v3(struct gpu *gpu, u32 *count, struct process *out) {
  return processes(gpu, "compute", count, out);
}

ret_t nvmlDeviceGetGraphicsRunningProcesses_v3(struct gpu *gpu, u32 *count, struct process *out) {
  return processes(gpu, "graphics", count, out);
}

ret_t nvmlGpmQueryDeviceSupport(struct gpu *gpu, struct gpm_support *support) {
  if (support->version != 1) return 25;
  LOCKED({
    struct answer *answer;
    result = ask(gpu, "gpm", &answer);
    if (!result) support->is_supported = (u32) answer->numbers[0];
  });
}

ret_t nvmlGpmSampleAlloc(void **sample) { return (*sample = malloc(16)) ? SUCCESS : 20; }

ret_t nvmlGpmSampleFree(void *sample) {
  free(sample);
  return SUCCESS;
}

ret_t nvmlGpmSampleGet(struct gpu *gpu, void *sample) {
  LOCKED({
    result = sample ? device(gpu) : INVALID;
    if (!result) result = code_of(hit(gpu, "gpmsample"));
    if (!result) gpm_of = gpu;
  });
}

ret_t nvmlGpmMetricsGet(struct gpm_get *get) {
  if (get->version != 1) return 25;
  if (!get->sample1 || !get->sample2 || !gpm_of) return INVALID;
  LOCKED({
    result = device(gpm_of);
    for (u32 i = 0; !result && i < get->count; i++) {
      char key[48];
      snprintf(key, sizeof key, "gpm.%u", get->metrics[i].metric_id);
      struct answer *answer = hit(gpm_of, key);
      get->metrics[i].result = answer ? code_of(answer) : NOT_SUPPORTED;
      get->metrics[i].value = get->metrics[i].result ? -1 : answer->numbers[0];
    }
  });
}

/* Domain 0 is the core's clock, 2 the memory's, 3 the power limit; a value of 0 unlocks. */
static void set(struct gpu *gpu, int domain, u32 low, long long value, int line) {
  if (domain < 3) {
    gpu->lock[domain] = (u32) value;
    gpu->low[domain] = low;
  } else {
    gpu->limit = value;
    gpu->limit_line = line;
  }
}

static ret_t write_value(struct gpu *gpu, const char *key, int domain, u32 low, long long value) {
  LOCKED({
    struct answer *was = current(gpu, "limit");
    int line = was ? was->line : -1;
    result = device(gpu);
    if (result) break;
    struct answer *answer = hit(gpu, key);
    result = code_of(answer);
    if (result) break;
    switch (answer ? answer->kind : OK) {
      case CLAMP: set(gpu, domain, low, (long long) answer->numbers[0], line); break;
      case DONE:
        set(gpu, domain, low, value, line);
        result = (ret_t) answer->numbers[0];
        break;
      case LOSE:
        reset_settings(gpu); /* The driver has nothing of it when it comes back. */
        gpu->lost_until = now_ms() + (long long) answer->numbers[0];
        result = LOST;
        break;
      case IGNORE: break;
      default: set(gpu, domain, low, value, line);
    }
  });
}

ret_t nvmlDeviceSetGpuLockedClocks(struct gpu *gpu, u32 low, u32 high) {
  return low > high ? INVALID : write_value(gpu, "set.core", 0, low, high);
}

ret_t nvmlDeviceResetGpuLockedClocks(struct gpu *gpu) { return write_value(gpu, "reset.core", 0, 0, 0); }

ret_t nvmlDeviceSetMemoryLockedClocks(struct gpu *gpu, u32 low, u32 high) {
  return low > high ? INVALID : write_value(gpu, "set.memory", 2, low, high);
}

ret_t nvmlDeviceResetMemoryLockedClocks(struct gpu *gpu) { return write_value(gpu, "reset.memory", 2, 0, 0); }

ret_t nvmlDeviceSetPowerManagementLimit(struct gpu *gpu, u32 limit) {
  return write_value(gpu, "set.limit", 3, 0, limit);
}
