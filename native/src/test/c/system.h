/*
 * Declarations of the C library and of POSIX threads that the emulated drivers need: the embedded compiler has no
 * system headers, and the names resolve in the process that loads the library.
 */
#ifndef EMULATION_SYSTEM_H
#define EMULATION_SYSTEM_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef float f32;
typedef double f64;
typedef _Float16 f16;
typedef unsigned long size_type;
typedef _Bool boolean;

#define true 1
#define false 0
#define null ((void *)0)

#define EXPORT __attribute__((visibility("default")))

void *malloc(size_type bytes);
void *calloc(size_type count, size_type bytes);
void *realloc(void *block, size_type bytes);
int posix_memalign(void **block, size_type alignment, size_type bytes);
void free(void *block);
void *memcpy(void *to, const void *from, size_type bytes);
void *memmove(void *to, const void *from, size_type bytes);
void *memset(void *to, int value, size_type bytes);
int memcmp(const void *left, const void *right, size_type bytes);
size_type strlen(const char *text);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_type count);
char *getenv(const char *name);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
int snprintf(char *to, size_type bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *to, size_type bytes, const char *format, __builtin_va_list arguments);

/* Large enough for every C library of Linux. */
typedef struct {
    _Alignas(16) u8 bytes[512];
} jump_target;

int _setjmp(jump_target *target) __attribute__((returns_twice));
void longjmp(jump_target *target, int value) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));

void *mmap(void *address, size_type bytes, int protection, int flags, int file, long offset);
int madvise(void *address, size_type bytes, int advice);

enum { MAP_READ_WRITE = 3, MAP_PRIVATE_ANONYMOUS_UNRESERVED = 0x4022, ADVICE_DONT_NEED = 4 };

typedef struct {
    long seconds, nanoseconds;
} time_specification;

int clock_gettime(int clock, time_specification *time);

/* Zero is the initial value of both; the sizes cover those of every C library of Linux. */
typedef struct {
    _Alignas(16) u8 bytes[64];
} mutex;

typedef struct {
    _Alignas(16) u8 bytes[64];
} condition;

int pthread_mutex_lock(mutex *lock);
int pthread_mutex_unlock(mutex *lock);
int pthread_cond_wait(condition *signal, mutex *lock);
int pthread_cond_broadcast(condition *signal);
int pthread_create(unsigned long *thread, const void *attributes, void *(*run)(void *), void *argument);
int pthread_detach(unsigned long thread);

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
