/* What the emulated compiler and the loader of binaries share: files of a directory of their own, and the model. */
#ifndef EMULATED_ACL_PROGRAM_H
#define EMULATED_ACL_PROGRAM_H

#include "acl.h"

enum { READ = 0, WRITE = 1, CREATE = 0x40, TRUNCATE = 0x200, PATH_BYTES = 400 };

/* What a binary begins with: it is for this model and chip alone. */
typedef struct {
    u64 model, arch;
} stamp;

stamp this_stamp(u64 arch);

/* Makes a directory, whose name it gives; whether it could. */
boolean make_directory(char *directory);

void put(const char *directory, const char *name, const void *content, u64 bytes);

/* The bytes of a file with a zero after them; none if there is no such file. */
u8 *get(const char *directory, const char *name, u64 *bytes);

void drop(const char *directory, const char *name);

/* Drops the directory, which is empty. */
void drop_directory(const char *directory);

/* Whether a source has what kernels may not have, and what that is. */
boolean refuse_source(const char *source, char *reason, u64 bytes);

void put_model(const char *directory);

void drop_model(const char *directory);

#endif
