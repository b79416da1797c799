/*
 * Declarations shared by the emulated compiler and the loader of binaries: files of a private directory, and the model.
 */
#ifndef EMULATED_ACL_PROGRAM_H
#define EMULATED_ACL_PROGRAM_H

#include "acl.h"

enum { READ = 0, WRITE = 1, CREATE = 0x40, TRUNCATE = 0x200, PATH_BYTES = 400 };

/* The prefix of a binary: it is valid only for this model and chip. */
typedef struct {
    u64 model, arch;
} stamp;

stamp this_stamp(u64 arch);

/* Creates a directory and returns its name; returns true on success. */
boolean make_directory(char *directory);

void put(const char *directory, const char *name, const void *content, u64 bytes);

/* The bytes of a file, terminated by a zero; none if the file does not exist. */
u8 *get(const char *directory, const char *name, u64 *bytes);

void drop(const char *directory, const char *name);

/* Deletes the directory, which is empty. */
void drop_directory(const char *directory);

/* Returns true if a source contains a forbidden construct, and names it. */
boolean refuse_source(const char *source, char *reason, u64 bytes);

void put_model(const char *directory);

void drop_model(const char *directory);

#endif
