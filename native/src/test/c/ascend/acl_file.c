#include "acl_program.h"

char *mkdtemp(char *pattern);
int open(const char *path, int flags, ...);
long read(int file, void *to, size_type bytes);
long write(int file, const void *from, size_type bytes);
int close(int file);
int unlink(const char *path);
int rmdir(const char *path);

boolean make_directory(char *directory) {
    const char *parent = getenv("TMPDIR");
    snprintf(directory, PATH_BYTES, "%s/emulated-ascend-XXXXXX", parent && parent[0] ? parent : "/tmp");
    return mkdtemp(directory) != null;
}

void put(const char *directory, const char *name, const void *content, u64 bytes) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int file = open(path, WRITE | CREATE | TRUNCATE, 0600);
    for (u64 done = 0; done < bytes;) {
        done += (u64)write(file, (const u8 *)content + done, bytes - done);
    }
    close(file);
}

u8 *get(const char *directory, const char *name, u64 *bytes) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int file = open(path, READ);
    u8 *content = calloc(1, 1);
    u64 room = 0;
    *bytes = 0;
    while (file >= 0) {
        if (room < *bytes + 65536) {
            room = 2 * room + 65536;
            content = realloc(content, room + 1);
        }
        long count = read(file, content + *bytes, room - *bytes);
        if (count <= 0) {
            break;
        }
        *bytes += (u64)count;
    }
    content[*bytes] = 0;
    if (file >= 0) {
        close(file);
    }
    return content;
}

void drop(const char *directory, const char *name) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    unlink(path);
}

void drop_directory(const char *directory) { rmdir(directory); }
